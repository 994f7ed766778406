package io.medevac.notifier.adapter.webhook;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Throws a response's body away; one that is longer than the limit is cut off, which is no failure,
 * since the status has said everything.
 */
final class LimitedBody implements BodySubscriber<@Nullable Void> {

    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private long left;
    private @Nullable Subscription subscription;

    LimitedBody(long limit) {
        this.left = limit;
    }

    @Override
    public CompletionStage<@Nullable Void> getBody() {
        return end;
    }

    @Override
    public void onSubscribe(Subscription body) {
        subscription = body;
        body.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        left -= parts.stream().mapToLong(ByteBuffer::remaining).sum();
        if (subscription == null) {
            return;
        }
        if (left < 0) {
            subscription.cancel();
            end.complete(null);
        } else {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        end.complete(null);
    }
}
