package io.medevac.notifier.adapter.email;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.notifier.config.NotifierConfig;
import io.medevac.notifier.port.Channel;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.MailResult;
import io.vertx.ext.mail.SMTPException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends mails. A 5xx reply refuses the mail for good, except those by which a server refuses us
 * (login, TLS), which a person can mend; anything else may work later. A repeated attempt carries
 * the same Message-ID.
 */
@ApplicationScoped
class MailChannel implements Channel {

    private static final int PERMANENT = 500;

    /** STARTTLS or login needed, login too weak, login failed, encryption needed. */
    private static final Set<Integer> REFUSES_US = Set.of(530, 534, 535, 538);

    private final Context loop;
    private final MailClient client;
    private final NotifierConfig config;
    private final MailBuilder builder;

    MailChannel(Vertx vertx, MailClient client, NotifierConfig config) {
        this.loop = ((VertxInternal) vertx).createEventLoopContext();
        this.client = client;
        this.config = config;
        this.builder = new MailBuilder(config.smtp().from());
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.EMAIL;
    }

    @Override
    public Outcome send(Delivery delivery) {
        Duration timeout = config.routes().get(delivery.recipient().route()).timeout();
        CompletableFuture<?> sent = sent(builder.mail(delivery));
        try {
            sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Outcome.Accepted();
        } catch (TimeoutException e) {
            return new Outcome.Unavailable("no answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            return outcome(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome.Unavailable("interrupted");
        }
    }

    /**
     * All from one event loop: the client drops a greeting that its event loop reads before another
     * thread has come to wait for it, and then that mail and its connection hang.
     */
    private CompletableFuture<MailResult> sent(MailMessage mail) {
        CompletableFuture<MailResult> sent = new CompletableFuture<>();
        loop.runOnContext(
                v ->
                        client.sendMail(mail)
                                .onSuccess(sent::complete)
                                .onFailure(sent::completeExceptionally));
        return sent;
    }

    private static Outcome outcome(Throwable failure) {
        if (failure instanceof SMTPException refusal) {
            int code = refusal.getReplyCode();
            return code >= PERMANENT && !REFUSES_US.contains(code)
                    ? new Outcome.Refused("SMTP " + code)
                    : new Outcome.Unavailable("SMTP " + code);
        }
        return new Outcome.Unavailable(
                failure.getMessage() == null
                        ? failure.getClass().getSimpleName()
                        : failure.getMessage().lines().findFirst().orElse(""));
    }
}
