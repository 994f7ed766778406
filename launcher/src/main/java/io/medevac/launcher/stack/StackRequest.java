package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks {@code up} for; null for all that was not said.
 *
 * @param fresh what a home without a past gets where nothing was said
 * @param policy empty for the built-in policies
 */
public record StackRequest(
        StackOptions fresh,
        @Nullable Integer nodes,
        @Nullable Integer spares,
        @Nullable Integer gpus,
        @Nullable Integer killWaitSeconds,
        @Nullable String policy,
        @Nullable Boolean dryRun) {

    /** Asks for nothing but that it is up. */
    public static StackRequest of(StackOptions fresh) {
        return new StackRequest(fresh, null, null, null, null, null, null);
    }

    /**
     * What is to be up. The size of a cluster stays that of its machines and of its record; how it
     * is run may change while nothing runs.
     *
     * @param remembered what the state of the home was made with; empty without a state
     * @param running whether processes of it run, watched or not
     * @param state the state folder, for the failure
     * @throws CommandFailure when what was asked for does not go with what is there
     */
    StackOptions decide(Optional<StackOptions> remembered, boolean running, Path state) {
        StackOptions wanted = over(remembered.orElse(fresh));
        remembered.ifPresent(
                is -> {
                    refuseChange(
                            is.size(),
                            wanted.size(),
                            "the cluster in %s was made with".formatted(state),
                            "medevac down, then name another MEDEVAC_HOME or remove " + state);
                    if (running) {
                        refuseChange(
                                is.manner(),
                                wanted.manner(),
                                "the stack in %s runs with".formatted(state),
                                "medevac down first");
                    }
                });
        return wanted;
    }

    private StackOptions over(StackOptions base) {
        return new StackOptions(
                base.cluster(),
                nodes == null ? base.nodes() : nodes,
                spares == null ? base.spares() : spares,
                gpus == null ? base.gpus() : gpus,
                killWaitSeconds == null ? base.killWaitSeconds() : killWaitSeconds,
                policyOver(base.policy()),
                dryRun == null ? base.dryRun() : dryRun);
    }

    private @Nullable String policyOver(@Nullable String base) {
        if (policy == null) {
            return base;
        }
        return policy.isEmpty() ? null : policy;
    }

    private static void refuseChange(
            List<String> is, List<String> wanted, String subject, String whatToDo) {
        List<String> asked = new ArrayList<>(wanted);
        asked.removeAll(is);
        List<String> instead = new ArrayList<>(is);
        instead.removeAll(wanted);
        if (!asked.isEmpty()) {
            throw new CommandFailure(
                    "%s %s, asked was %s: %s"
                            .formatted(
                                    subject,
                                    String.join(" ", instead),
                                    String.join(" ", asked),
                                    whatToDo));
        }
    }
}
