package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {

    @TempDir Path folder;

    private Home home;
    private StateFolder state;

    @BeforeEach
    void home() {
        home = new Home(folder.resolve("home"));
        state = new StateFolder(home);
    }

    @Test
    void aDemoRemovesWhatAnEarlierDemoLeft() throws Exception {
        state.beginDemo();
        Path old = Files.writeString(home.state().resolve("record"), "of a demo");

        state.beginDemo();

        assertThat(old).doesNotExist();
        Files.writeString(home.state().resolve("record"), "of the next");
        state.requireNoneOrOfDemo();
    }

    @Test
    void aDemoNeverTouchesAnotherState() throws IOException {
        Files.createDirectories(home.state());
        Path own = Files.writeString(home.state().resolve("record"), "of somebody");

        assertThatThrownBy(state::beginDemo)
                .isInstanceOf(CommandFailure.class)
                .hasMessage(
                        "%1$s holds the record of a cluster of your own: run MEDEVAC_HOME=%1$s-demo ./medevac demo, or remove %1$s/state"
                                .formatted(home.root()));
        assertThat(own).hasContent("of somebody");
    }

    @Test
    void anEmptyFolderIsNobodys() throws Exception {
        Files.createDirectories(home.state());

        state.beginDemo();

        assertThat(home.state()).isDirectoryContaining("glob:**/made-by-demo");
    }
}
