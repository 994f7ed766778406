package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** The state of a stack that is down. */
public final class StateFolder {

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Home home;

    /** The state in this home. */
    public StateFolder(Home home) {
        this.home = home;
    }

    /**
     * Puts what is there aside, so that a stack starts without a past. One earlier state is kept.
     *
     * @throws CommandFailure when the folders cannot be moved
     */
    public void startEmpty() throws InterruptedException {
        Path state = home.state();
        if (!Files.exists(state)) {
            return;
        }
        ExternalCommand.of("rm", "-rf", "--one-file-system", home.stateBefore().toString())
                .output(DEADLINE);
        try {
            Files.move(state, home.stateBefore(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CommandFailure(state + " cannot be put aside: " + e.getMessage(), e);
        }
    }
}
