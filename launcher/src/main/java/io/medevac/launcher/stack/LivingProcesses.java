package io.medevac.launcher.stack;

import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.StateDirectory;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Kafka, the services and all else that the supervisor of a home watches, or watched. */
final class LivingProcesses {

    /** Name of the one who watches. */
    static final String SUPERVISOR = "supervisor";

    private static final String PID_FILE = ".pid";

    private LivingProcesses() {}

    /** Names of those that are alive, by their pid files. */
    static List<String> in(Home home) {
        StateDirectory state = new StateDirectory(home.state());
        try (Stream<Path> files = Files.list(state.pidFile(SUPERVISOR).getParent())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(PID_FILE))
                    .map(name -> name.substring(0, name.length() - PID_FILE.length()))
                    .filter(name -> !name.equals(SUPERVISOR) && isAlive(name, state))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of(); // no folder: nothing was ever started
        }
    }

    private static boolean isAlive(String name, StateDirectory state) {
        ProcessSpec known = ProcessSpec.named(name, state).command(List.of("true")).build();
        return ManagedProcess.find(known).isPresent();
    }
}
