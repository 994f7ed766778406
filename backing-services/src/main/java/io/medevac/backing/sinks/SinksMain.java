package io.medevac.backing.sinks;

import io.medevac.backing.exporter.ExporterPages;
import io.medevac.backing.exporter.GpuExporter;
import java.nio.file.Path;

/**
 * Program of the sinks' process: SMTP port, mail folder, HTTP port, webhook folder, port of the
 * exporters, state folder.
 */
final class SinksMain {
    private SinksMain() {}

    public static void main(String[] args) throws Exception {
        WebhookSink webhooks =
                WebhookSink.start(Integer.parseInt(args[2]), new ArrivalFolder(Path.of(args[3])));
        Runtime.getRuntime().addShutdownHook(new Thread(webhooks::close, "stop"));
        GpuExporter exporter =
                GpuExporter.start(Integer.parseInt(args[4]), new ExporterPages(Path.of(args[5])));
        Runtime.getRuntime().addShutdownHook(new Thread(exporter::close, "stop-exporter"));
        try (MailCatcher mails =
                MailCatcher.open(Integer.parseInt(args[0]), new ArrivalFolder(Path.of(args[1])))) {
            mails.serve();
        }
    }
}
