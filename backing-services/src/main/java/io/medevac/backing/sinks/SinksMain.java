package io.medevac.backing.sinks;

import java.nio.file.Path;

/** Program of the sinks' process: SMTP port, mail folder, HTTP port, webhook folder. */
final class SinksMain {
    private SinksMain() {}

    public static void main(String[] args) throws Exception {
        WebhookSink webhooks =
                WebhookSink.start(Integer.parseInt(args[2]), new ArrivalFolder(Path.of(args[3])));
        Runtime.getRuntime().addShutdownHook(new Thread(webhooks::close, "stop"));
        try (MailCatcher mails =
                MailCatcher.open(Integer.parseInt(args[0]), new ArrivalFolder(Path.of(args[1])))) {
            mails.serve();
        }
    }
}
