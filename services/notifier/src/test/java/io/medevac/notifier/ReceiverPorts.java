package io.medevac.notifier;

import io.medevac.backing.process.FreePorts;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Configures a route of each kind to ports where tests start and stop mail servers and receivers of
 * webhooks.
 */
public final class ReceiverPorts implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        List<Integer> ports = FreePorts.allocate(2);
        Map<String, String> keys = new HashMap<>();
        keys.put("medevac.notifier.smtp.host", "127.0.0.1");
        keys.put("medevac.notifier.smtp.port", ports.get(0).toString());
        keys.put("medevac.notifier.allow-insecure-webhooks", "true");
        keys.put("medevac.notifier.allowed-private-ranges", "127.0.0.0/8");
        keys.put("medevac.notifier.retry.first-delay", "200ms");
        keys.put("medevac.notifier.retry.longest-delay", "500ms");
        keys.put("test.hook.port", ports.get(1).toString());
        mail(keys, "owner-mail", "owner", "{mail_user}");
        mail(keys, "operators-mail", "operators", "ops@example.org");
        webhook(keys, "owner-hook", "owner", ports.get(1));
        webhook(keys, "operators-hook", "operators", ports.get(1));
        // Clean-up must not run into the tests.
        keys.put("quarkus.scheduler.enabled", "false");
        return keys;
    }

    @Override
    public void stop() {}

    private static void mail(
            Map<String, String> keys, String name, String audience, String target) {
        String route = "medevac.notifier.routes." + name + ".";
        keys.put(route + "audience", audience);
        keys.put(route + "channel", "email");
        keys.put(route + "target", target);
    }

    private static void webhook(Map<String, String> keys, String name, String audience, int port) {
        String route = "medevac.notifier.routes." + name + ".";
        keys.put(route + "audience", audience);
        keys.put(route + "channel", "webhook");
        keys.put(route + "target", "http://127.0.0.1:" + port + "/hook");
        keys.put(route + "secret-file", secret().toString());
    }

    private static Path secret() {
        try {
            return Files.writeString(
                    Files.createDirectories(Path.of("target")).resolve("webhook-secret"),
                    "whsec_" + Base64.getEncoder().encodeToString(new byte[32]) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
