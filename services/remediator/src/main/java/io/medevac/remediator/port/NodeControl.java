package io.medevac.remediator.port;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.incident.Effect;

/** Does things to the faulty node and its pods. Everything may be done again. */
public interface NodeControl {

    /** Does it, and says how it went; never throws for an answer of the API or the lack of one. */
    Attempt run(Effect.OnNode effect);
}
