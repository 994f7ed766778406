package io.medevac.launcher;

import java.nio.file.Path;
import java.util.Map;

/**
 * The folder of one local stack. Two homes run side by side and never meet.
 *
 * @param root folder that MEDEVAC_HOME names, else {@code .medevac} in the project
 */
public record Home(Path root) {

    public Home {
        root = root.toAbsolutePath().normalize();
    }

    /** The home that the environment names. */
    public static Home of(Map<String, String> environment, Installation installation) {
        String named = environment.getOrDefault("MEDEVAC_HOME", "");
        return new Home(named.isBlank() ? installation.root().resolve(".medevac") : Path.of(named));
    }

    /** The home of this process. */
    public static Home current() {
        return of(System.getenv(), Installation.current());
    }

    /**
     * What {@code env} calls MEDEVAC_STATE: logs, kernel logs, mails, webhooks, the shared work
     * folder, and the data of every process.
     */
    public Path state() {
        return root.resolve("state");
    }

    /** Kernel log of a node. */
    public Path kernelLog(String node) {
        return state().resolve("nodes").resolve(node).resolve("kern.log");
    }

    /** Mails that were sent, one file each. */
    public Path mails() {
        return state().resolve("mail");
    }

    /** Webhook calls that were received, one file each. */
    public Path webhooks() {
        return state().resolve("webhooks");
    }

    /** The folder that all nodes share under the same path. */
    public Path work() {
        return state().resolve("work");
    }

    /** Keys and tokens that only the owner may read. */
    public Path secrets() {
        return state().resolve("secrets");
    }
}
