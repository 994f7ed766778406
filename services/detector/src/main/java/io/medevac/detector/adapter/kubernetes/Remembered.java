package io.medevac.detector.adapter.kubernetes;

import io.medevac.detector.port.NodeMemory;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Keeps from being forgotten what is still there: a condition may stand, and a boot may run, longer
 * than anything is remembered.
 */
@ApplicationScoped
class Remembered {
    private final Fabric8NodeDirectory nodes;
    private final ObjectIntake intake;
    private final NodeMemory memory;

    Remembered(Fabric8NodeDirectory nodes, ObjectIntake intake, NodeMemory memory) {
        this.nodes = nodes;
        this.intake = intake;
        this.memory = memory;
    }

    /** Once for all that is there. */
    @Scheduled(every = "6h", delayed = "30m")
    void renew() {
        memory.since(nodes.boots());
        memory.renew(intake.standing());
    }
}
