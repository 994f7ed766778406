package io.medevac.backing.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that is needed to start a process, to start it again after it died, and to stop it.
 *
 * @param name what people call it; also names its files
 * @param command program and arguments; the program is looked up on PATH
 * @param environment variables added to those of the caller
 * @param workingDirectory made when it is not there
 * @param log takes standard output and error, appended
 * @param pidFile written by the process itself before its program starts, so that no crash of the
 *     caller loses it
 * @param readiness tells when it works
 * @param liveness tells whether only a new start heals it
 * @param preparation runs before each start; must be safe to repeat
 * @param stopSignal name of the signal that asks it to end, without SIG
 * @param stopGrace how long it may take to end before it is killed
 */
public record ProcessSpec(
        String name,
        List<String> command,
        Map<String, String> environment,
        Path workingDirectory,
        Path log,
        Path pidFile,
        Readiness readiness,
        Liveness liveness,
        Preparation preparation,
        String stopSignal,
        Duration stopGrace) {

    public ProcessSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Work to do before the process may start. */
    @FunctionalInterface
    public interface Preparation {
        void run() throws IOException, InterruptedException;
    }

    /** A spec that keeps log, pid file and data where the stack keeps them. */
    public static Builder named(String name, StateDirectory state) {
        return new Builder(name, state.data(name), state.log(name), state.pidFile(name));
    }

    /** Collects what differs from: no variables, ready at once, SIGTERM, ten seconds grace. */
    public static final class Builder {
        private final String name;
        private final List<String> command = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private Path workingDirectory;
        private final Path log;
        private final Path pidFile;
        private Readiness readiness = Readiness.immediate();
        private Liveness liveness = Liveness.asLongAsItRuns();
        private Preparation preparation = () -> {};
        private String stopSignal = "TERM";
        private Duration stopGrace = Duration.ofSeconds(10);

        private Builder(String name, Path workingDirectory, Path log, Path pidFile) {
            this.name = name;
            this.workingDirectory = workingDirectory;
            this.log = log;
            this.pidFile = pidFile;
        }

        public Builder command(String... words) {
            return command(Arrays.asList(words));
        }

        public Builder command(List<String> words) {
            command.addAll(words);
            return this;
        }

        public Builder environment(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        public Builder environment(Map<String, String> variables) {
            environment.putAll(variables);
            return this;
        }

        public Builder workingDirectory(Path folder) {
            workingDirectory = folder;
            return this;
        }

        public Builder readiness(Readiness probe) {
            readiness = probe;
            return this;
        }

        public Builder liveness(Liveness probe) {
            liveness = probe;
            return this;
        }

        public Builder preparation(Preparation work) {
            preparation = work;
            return this;
        }

        public Builder stopSignal(String signal) {
            stopSignal = signal;
            return this;
        }

        public Builder stopGrace(Duration grace) {
            stopGrace = grace;
            return this;
        }

        public ProcessSpec build() {
            return new ProcessSpec(
                    name,
                    command,
                    environment,
                    workingDirectory,
                    log,
                    pidFile,
                    readiness,
                    liveness,
                    preparation,
                    stopSignal,
                    stopGrace);
        }
    }
}
