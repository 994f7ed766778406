package io.medevac.remediator.port;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.incident.Incident;
import java.time.Duration;

/** Told of what was done; for people and their dashboards, decides nothing. */
public interface Journal {

    /** For what is not to be seen: a rehearsal, a test. */
    Journal SILENT =
            new Journal() {
                @Override
                public void moved(Incident before, Incident after) {}

                @Override
                public void tried(Incident incident, Attempt attempt) {}

                @Override
                public void looked(Duration took) {}
            };

    /** The incident came into another state, or is held for other reasons. */
    void moved(Incident before, Incident after);

    /** Something was tried. */
    void tried(Incident incident, Attempt attempt);

    /** An incident was looked at until there was nothing more to do for now. */
    void looked(Duration took);
}
