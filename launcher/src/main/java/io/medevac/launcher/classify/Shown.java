package io.medevac.launcher.classify;

import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;

/** What is unknown is shown as what is done about it: nothing, by a machine. */
final class Shown {
    private Shown() {}

    static String severity(Severity severity) {
        return (severity == Severity.UNKNOWN ? Severity.DEGRADED : severity).name();
    }

    static String action(RecommendedAction action) {
        return (action == RecommendedAction.UNKNOWN ? RecommendedAction.NONE : action).name();
    }
}
