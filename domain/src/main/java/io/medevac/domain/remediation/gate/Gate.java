package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;

/** One question that must be answered before something is done. Pure: same look, same answer. */
public interface Gate {

    /** Its name, as it stands in events and metrics. */
    String name();

    /** Its answer; what it cannot know is a no. */
    GateAnswer ask(Look look);
}
