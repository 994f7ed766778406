package io.medevac.launcher.stack;

import io.medevac.backing.process.JavaProgram;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Installation;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A policy file, judged by the remediator's own reader before anything is started: there is one
 * meaning of a policy, not two.
 */
public final class PolicyFile {

    private static final String CHECK = "io.medevac.remediator.config.PolicyCheck";
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private PolicyFile() {}

    /**
     * Looks through a policy file.
     *
     * @throws CommandFailure with the reader's one line when the file is wrong: exit code 2
     */
    public static void check(Path file, Installation installation) throws InterruptedException {
        Path app = installation.serviceJar("remediator").getParent();
        String classPath =
                app.resolve("app") + "/*" + File.pathSeparator + app.resolve("lib/main") + "/*";
        ExternalCommand.Result result =
                new ExternalCommand(
                                List.of(
                                        JavaProgram.java().toString(),
                                        "-XX:+UseSerialGC",
                                        "-XX:TieredStopAtLevel=1",
                                        "-cp",
                                        classPath,
                                        CHECK,
                                        file.toString()),
                                Map.of())
                        .run(DEADLINE);
        if (result.exitCode() != 0) {
            throw CommandFailure.usage("--policy: " + result.errors().strip());
        }
    }
}
