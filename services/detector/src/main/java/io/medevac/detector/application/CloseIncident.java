package io.medevac.detector.application;

import io.medevac.detector.port.DetectionStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import org.jboss.logging.Logger;

/** The remediator closed an incident: the next fault of that boot opens another one. */
@ApplicationScoped
public class CloseIncident {
    private static final Logger LOG = Logger.getLogger(CloseIncident.class);

    private final DetectionStore store;

    /** With the store of incidents. */
    public CloseIncident(DetectionStore store) {
        this.store = store;
    }

    /** Safe to repeat. */
    public void on(UUID event, UUID incident) {
        store.close(event, incident);
        LOG.infof("incident closed: incident=%s", incident);
    }
}
