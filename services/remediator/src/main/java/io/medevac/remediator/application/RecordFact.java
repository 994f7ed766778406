package io.medevac.remediator.application;

import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.remediator.port.IncidentStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Takes in what the bridge tells of the jobs of an incident. A fact of another incident, of another
 * node, or that does not belong to the state, changes nothing.
 */
@ApplicationScoped
public class RecordFact {
    private static final Logger LOG = Logger.getLogger(RecordFact.class);

    private final IncidentStore store;

    /** With where incidents are kept. */
    public RecordFact(IncidentStore store) {
        this.store = store;
    }

    /**
     * Stores the fact with its incident.
     *
     * @param incident the incident the event names
     * @param node the node the event names
     */
    public void on(UUID incident, String node, Fact fact) {
        Optional<Incident> stored =
                store.take(
                        fact.event(), incident, found -> found.map(each -> with(each, node, fact)));
        if (stored.isEmpty()) {
            LOG.warnf("event of an unknown incident ignored: %s", fact);
        } else if (!stored.get().node().equals(node)) {
            LOG.warnf(
                    "event about another node than its incident ignored: node=%s incident's=%s",
                    node, stored.get().node());
        }
    }

    private static Incident with(Incident incident, String node, Fact fact) {
        return incident.node().equals(node) ? incident.with(fact) : incident;
    }
}
