package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.record.SampleIncident;
import io.medevac.launcher.view.LiveView.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTest {

    private static final Pattern ACTS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain, äöü 模型 ✓ 🚀      | plain, äöü 模型 ✓ 🚀",
                "'\u001b[2J\u001b]0;x\u0007' | \\u001b[2J\\u001b]0;x\\u0007",
                "'\u009b31m'              | \\u009b31m",
                "'a\r\nb'                 | a\\u000d\\u000ab",
                "'a\u202eb\u2066'         | a\\u202eb\\u2066",
                "'a\u200bb\u2028'         | a\\u200bb\\u2028",
                "'\udb40\udc41'           | \\udb40\\udc41",
            })
    void showsWhatWouldAct(String text, String shown) {
        assertThat(Visible.line(text)).isEqualTo(shown);
    }

    @Test
    void keepsTheEndsOfItsOwnLines() {
        assertThat(Visible.text("a\nb\r\u001b[0m")).isEqualTo("a\nb\\u000d\\u001b[0m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u009b\u202e\u200b\u0085", "\r\n\u001b[31m"})
    void leavesJsonThatMeansTheSame(String text) throws Exception {
        String json = JsonNodeFactory.instance.objectNode().put("name", text).toString();

        assertThat(new ObjectMapper().readTree(Visible.text(json)).path("name").asText())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J\u001b[H\u001b[31mall is well",
                "x\nINFO medevac: released by operator",
                "\u009b31m\u202egpj.exe",
                "a\r+0.00 s remediator"
            })
    void noViewLetsTheTextOfAnotherAct(String nasty) {
        Recorded signal =
                new Recorded("medevac.signals.v1", 0, 0, SampleIncident.signal(79, nasty));
        List<String> lines = new ArrayList<>();

        new LiveView(Form.PLAIN, lines::add).show(signal);
        lines.addAll(new TextTable().row("heading").row(nasty).lines());

        assertThat(lines).hasSize(3).noneMatch(line -> ACTS.matcher(line).find());
    }
}
