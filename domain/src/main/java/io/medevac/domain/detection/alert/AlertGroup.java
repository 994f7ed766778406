package io.medevac.domain.detection.alert;

import java.util.List;

/**
 * The body of one webhook call.
 *
 * @param alerts alerts of the group
 * @param truncated alerts that were left out of the body, from 0
 */
public record AlertGroup(List<Alert> alerts, long truncated) {

    /** Keeps a copy. */
    public AlertGroup {
        alerts = List.copyOf(alerts);
    }
}
