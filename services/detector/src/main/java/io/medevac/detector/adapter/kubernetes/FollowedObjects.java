package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.medevac.detector.adapter.kubernetes.ObjectCounters.Kind;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/**
 * A watch on all objects of a kind, which goes on trying while the API refuses or does not answer,
 * and begins anew with a list where the API server has forgotten how far it was. What fails is
 * logged once, until it fails in another way.
 */
final class FollowedObjects<T extends HasMetadata> implements ResourceEventHandler<T> {
    private final Kind kind;
    private final ObjectIntake intake;
    private final SharedIndexInformer<T> informer;

    /** Follows with an informer that has not been started. */
    FollowedObjects(Kind kind, ObjectIntake intake, SharedIndexInformer<T> informer, Logger log) {
        this.kind = kind;
        this.intake = intake;
        this.informer = informer;
        AtomicReference<String> said = new AtomicReference<>("");
        informer.exceptionHandler(
                (started, failure) -> {
                    String why = String.valueOf(failure.getMessage());
                    if (!why.equals(said.getAndSet(why))) {
                        log.warnf("cannot follow %s, trying on: %s", kind, why);
                    }
                    return true;
                });
        informer.addEventHandler(this);
        informer.start();
    }

    void stop() {
        informer.stop();
    }

    @Override
    public void onAdd(T object) {
        intake.changed(kind, object);
    }

    @Override
    public void onUpdate(T before, T after) {
        intake.changed(kind, after);
    }

    @Override
    public void onDelete(T object, boolean lastStateUnknown) {
        intake.gone(kind, object);
    }
}
