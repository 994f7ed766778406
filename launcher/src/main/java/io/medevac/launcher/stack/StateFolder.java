package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The state of a stack that is down, and whether a demonstration may begin anew there. */
public final class StateFolder {

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String MARK = "made-by-demo";

    private final Home home;

    /** The state in this home. */
    public StateFolder(Home home) {
        this.home = home;
    }

    /**
     * Makes sure that nothing is lost when a demonstration begins.
     *
     * @throws CommandFailure when there is a state that no demonstration made
     */
    public void requireNoneOrOfDemo() {
        if (!isEmpty() && !Files.exists(mark())) {
            throw new CommandFailure(
                    "%s holds the record of a cluster of your own: run MEDEVAC_HOME=%s ./medevac demo, or remove %s"
                            .formatted(
                                    home.root(),
                                    home.root().resolveSibling(home.root().getFileName() + "-demo"),
                                    home.state()));
        }
    }

    /**
     * Removes what an earlier demonstration left and marks the new state as one that may be removed
     * too.
     *
     * @throws CommandFailure when there is a state that no demonstration made, or it cannot be
     *     removed
     */
    public void beginDemo() throws InterruptedException {
        requireNoneOrOfDemo();
        ExternalCommand.of("rm", "-rf", "--one-file-system", home.state().toString())
                .output(DEADLINE);
        try {
            Files.createDirectories(home.state());
            Files.createFile(mark());
        } catch (IOException e) {
            throw new CommandFailure(home.state() + " cannot be made: " + e.getMessage(), e);
        }
    }

    private boolean isEmpty() {
        if (!Files.exists(home.state())) {
            return true;
        }
        try (Stream<Path> content = Files.list(home.state())) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            throw new CommandFailure(home.state() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private Path mark() {
        return home.state().resolve(MARK);
    }
}
