package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void putsNumbersToTheRight() {
        TextTable table =
                new TextTable().row("phase", "took").row("a", "12.40 s").row("bb", "0.10 s");

        assertThat(table.lines())
                .containsExactly("  phase     took", "  a      12.40 s", "  bb      0.10 s");
    }
}
