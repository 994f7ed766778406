package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Starts the control plane of the cluster again when a process of it has died. */
final class ClusterWatch {

    private static final Set<String> CONTROL_PLANE =
            Set.of("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "munged");

    private final Lab lab;
    private final StackOptions options;
    private final Consumer<String> log;

    ClusterWatch(Lab lab, StackOptions options, Consumer<String> log) {
        this.lab = lab;
        this.options = options;
        this.log = log;
    }

    /** Looks once. */
    void look() throws InterruptedException {
        List<String> dead = lab.dead(CONTROL_PLANE);
        if (dead.isEmpty()) {
            return;
        }
        log.accept(String.join(", ", dead) + " died; starting the control plane again");
        try {
            lab.restoreControlPlane(options);
            log.accept("the control plane is ready again");
        } catch (CommandFailure e) {
            log.accept(e.getMessage());
        }
    }
}
