package io.medevac.notifier.adapter.email;

import io.medevac.notifier.config.NotifierConfig;
import io.medevac.notifier.config.NotifierConfig.SmtpConfig;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.StartTLSOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Makes the mail client. */
final class MailClients {

    /** A server that says nothing for so long is left; shorter attempts end by their route. */
    private static final int SILENCE_MILLIS = 30_000;

    private static final int MAX_CONNECTIONS = 64;

    @Produces
    @ApplicationScoped
    MailClient client(Vertx vertx, NotifierConfig config) {
        return MailClient.create(vertx, options(config.smtp()));
    }

    void close(@Disposes MailClient client) {
        client.close();
    }

    /** One connection a mail: a connection that hangs is closed and takes no other mail with it. */
    private static MailConfig options(SmtpConfig smtp) {
        MailConfig options =
                new MailConfig(smtp.host(), smtp.port())
                        .setKeepAlive(false)
                        .setMaxPoolSize(MAX_CONNECTIONS)
                        .setConnectTimeout(SILENCE_MILLIS)
                        .setIdleTimeout(SILENCE_MILLIS)
                        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setHostnameVerificationAlgorithm("HTTPS")
                        .setSsl(smtp.tls() == NotifierConfig.Tls.IMPLICIT)
                        .setStarttls(startTls(smtp.tls()))
                        .setLogin(
                                smtp.username().isPresent()
                                        ? LoginOption.REQUIRED
                                        : LoginOption.DISABLED);
        smtp.username().ifPresent(options::setUsername);
        smtp.passwordFile().map(MailClients::password).ifPresent(options::setPassword);
        return options;
    }

    private static StartTLSOptions startTls(NotifierConfig.Tls tls) {
        return switch (tls) {
            case NONE, IMPLICIT -> StartTLSOptions.DISABLED;
            case OPTIONAL -> StartTLSOptions.OPTIONAL;
            case STARTTLS -> StartTLSOptions.REQUIRED;
        };
    }

    private static String password(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file, e);
        }
    }
}
