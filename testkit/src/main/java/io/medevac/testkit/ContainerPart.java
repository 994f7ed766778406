package io.medevac.testkit;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.medevac.backing.process.Readiness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.LogUtils;

/**
 * A container that is known by its name, since Quarkus loads our classes more than once in a JVM. A
 * killed one is started again, not made anew, and so keeps its data.
 */
final class ContainerPart implements Part {

    private static final Duration GONE_WITHIN = Duration.ofSeconds(10);
    private static final int LOG_LINES = 5;

    private final String name;
    private final Supplier<GenericContainer<?>> recipe;
    private final Readiness readiness;
    private final Path log;
    private final DockerClient docker = DockerClientFactory.lazyClient();

    /**
     * A container that need not be there yet.
     *
     * @param name its name
     * @param recipe what it is made from
     * @param readiness tells when it works
     * @param log takes what it prints
     */
    ContainerPart(
            String name, Supplier<GenericContainer<?>> recipe, Readiness readiness, Path log) {
        this.name = name;
        this.recipe = recipe;
        this.readiness = readiness;
        this.log = log;
    }

    @Override
    public void start() {
        Optional<Boolean> running = running();
        if (running.isEmpty()) {
            recipe.get().start();
            keepLog();
        } else if (!running.get()) {
            docker.startContainerCmd(name).exec();
            keepLog();
        }
    }

    @Override
    public boolean isAlive() {
        return running().orElse(false);
    }

    @Override
    public boolean isReady() {
        try {
            return isAlive() && readiness.isReady();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void awaitReady(Duration deadline) {
        Awaitility.await(name)
                .atMost(deadline)
                .pollInterval(Duration.ofMillis(200))
                .failFast(this::failWhenEnded)
                .until(this::isReady);
    }

    private void failWhenEnded() {
        if (!isAlive()) {
            throw new IllegalStateException(
                    "%s ended before it was ready: %s".formatted(name, lastLines()));
        }
    }

    @Override
    public void kill() {
        docker.killContainerCmd(name).exec();
        Awaitility.await(name + " gone").atMost(GONE_WITHIN).until(() -> !isAlive());
    }

    private Optional<Boolean> running() {
        try {
            return Optional.of(
                    Boolean.TRUE.equals(
                            docker.inspectContainerCmd(name).exec().getState().getRunning()));
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** From the beginning each time: that is what the engine gives. */
    private void keepLog() {
        try {
            Files.createDirectories(log.getParent());
            Files.write(log, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LogUtils.followOutput(
                docker,
                name,
                frame -> {
                    try {
                        Files.write(log, frame.getBytes(), StandardOpenOption.APPEND);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private String lastLines() {
        String[] lines = LogUtils.getOutput(docker, name).strip().split("\n", -1);
        return String.join(
                "\n",
                java.util.Arrays.asList(lines)
                        .subList(Math.max(0, lines.length - LOG_LINES), lines.length));
    }
}
