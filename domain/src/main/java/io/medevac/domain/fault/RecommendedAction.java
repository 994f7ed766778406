package io.medevac.domain.fault;

/** What the rule that classified a fault recommends. */
public enum RecommendedAction {
    /** Not known: reported, never acted on. */
    UNKNOWN,
    NONE,
    RESTART_APP,
    RESET_GPU,
    REBOOT_NODE,
    REPLACE_NODE,
    CONTACT_SUPPORT;

    /** Whether the action can only be done with the node out of service. */
    public boolean takesNodeOut() {
        return switch (this) {
            case RESET_GPU, REBOOT_NODE, REPLACE_NODE -> true;
            case UNKNOWN, NONE, RESTART_APP, CONTACT_SUPPORT -> false;
        };
    }
}
