package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.medevac.detector.adapter.kubernetes.ObjectCounters.Kind;
import io.medevac.detector.config.DetectorConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Follows what health agents of any make write onto nodes. */
@ApplicationScoped
class ConditionWatch implements Fabric8NodeDirectory.Listener {
    private static final int BEFORE_THE_DIRECTORY = 100;

    private final Fabric8NodeDirectory nodes;
    private final ObjectIntake intake;
    private final boolean enabled;

    ConditionWatch(Fabric8NodeDirectory nodes, ObjectIntake intake, DetectorConfig config) {
        this.nodes = nodes;
        this.intake = intake;
        this.enabled = config.conditions().enabled();
    }

    void onStart(@Observes @Priority(BEFORE_THE_DIRECTORY) StartupEvent event) {
        if (enabled) {
            nodes.tell(this);
            intake.start();
        }
    }

    void onStop(@Observes ShutdownEvent event) {
        intake.stop();
    }

    @Override
    public void changed(Node node) {
        intake.changed(Kind.NODE, node);
    }

    @Override
    public void gone(Node node) {
        intake.gone(Kind.NODE, node);
    }
}
