package io.medevac.backing.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheDirectoryTest {

    @Test
    void theMostExactNameWins() {
        Map<String, String> all =
                Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "/xdg", "MEDEVAC_CACHE", "/mine");

        assertThat(CacheDirectory.of(all).root()).isEqualTo(Path.of("/mine"));
        assertThat(CacheDirectory.of(Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "/xdg")).root())
                .isEqualTo(Path.of("/xdg/medevac"));
    }

    @Test
    void theHomeOfTheCallingShellCountsNotThatOfTheUserDatabase() {
        Map<String, String> elsewhere =
                Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "", "MEDEVAC_CACHE", " ");

        assertThat(CacheDirectory.of(elsewhere).root())
                .isEqualTo(Path.of("/home/a/.cache/medevac"));
    }
}
