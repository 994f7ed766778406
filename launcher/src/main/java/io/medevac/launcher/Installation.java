package io.medevac.launcher;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the project lies on this machine: its scripts, its data for clusters, its built services.
 *
 * @param root folder of the project
 */
public record Installation(Path root) {

    /**
     * The installation this program was started from, as the {@code medevac} script says.
     *
     * @throws CommandFailure when it was not started by the script
     */
    public static Installation current() {
        String root = System.getProperty("medevac.root", "");
        if (root.isEmpty()) {
            throw new CommandFailure("start the command line with the medevac script");
        }
        return new Installation(Path.of(root));
    }

    /** The script of the lab: a real cluster on this machine. */
    public Path lab() {
        return root.resolve("lab/lab");
    }

    /** The manifests that give the services their permissions in Kubernetes. */
    public Path rbac() {
        return root.resolve("k8s/rbac");
    }

    /** The training program of the demonstration. */
    public Path training() {
        return root.resolve("examples/training");
    }

    /**
     * The runnable jar of a service.
     *
     * @throws CommandFailure when it was not built
     */
    public Path serviceJar(String service) {
        Path jar =
                root.resolve("services")
                        .resolve(service)
                        .resolve("target/quarkus-app/quarkus-run.jar");
        if (!Files.exists(jar)) {
            throw new CommandFailure(
                    "%s is not built: %s is missing; remove target/built and run again"
                            .formatted(service, jar));
        }
        return jar;
    }

    /**
     * Where a service keeps its loaded classes from one start to the next. It belongs to the jar:
     * the JVM makes it anew at the end of the first run of another build.
     *
     * @throws CommandFailure when the service was not built
     */
    public Path classArchive(String service) {
        return serviceJar(service).resolveSibling(service + ".jsa");
    }
}
