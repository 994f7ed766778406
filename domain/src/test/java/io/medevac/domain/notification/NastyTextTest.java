package io.medevac.domain.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What users and kernels may write, in every place where they can, through every text we emit. */
class NastyTextTest {

    private static final Telling DAY = new Telling(Duration.ofDays(1));
    private static final Pattern ACTS =
            Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\n]]");

    private static final List<String> NASTY =
            List.of(
                    "x\r\nBcc: eve@example.org\r\n\r\nHello",
                    "x\nSubject: forged",
                    "\u001b[2J\u001b[31mred\u0007",
                    "\u009b31m\u0085",
                    "\u202egpj.exe\u2066\u200b",
                    "a\u2028b\u2029c\ufeff",
                    "</td><script>alert(1)</script>\"'><img src=x onerror=y>",
                    "\ud800 alone",
                    "%s %n %1$s {0} ${x}");

    static Stream<Arguments> everyNewsWithEveryText() {
        return NASTY.stream().flatMap(text -> news(text).map(news -> Arguments.of(news, text)));
    }

    @ParameterizedTest
    @MethodSource("everyNewsWithEveryText")
    void cannotAct(News news, String text) {
        for (Notice notice : DAY.decide(news, Told.NOTHING, Samples.NOW).notices()) {
            Message message = notice.message();

            assertThat(message.title()).doesNotContain("\n").doesNotContainPattern(ACTS);
            assertThat(message.text()).doesNotContainPattern(ACTS);
            assertThat(message.text().lines())
                    .noneMatch(line -> line.startsWith("Bcc") || line.startsWith("Subject"));
            assertThat(message.html())
                    .doesNotContainPattern(ACTS)
                    .doesNotContain("<script", "<img");
            message.data().values().forEach(NastyTextTest::assertHarmless);
        }
    }

    private static void assertHarmless(Object value) {
        switch (value) {
            case String text -> assertThat(text).doesNotContain("\n").doesNotContainPattern(ACTS);
            case List<?> list -> list.forEach(NastyTextTest::assertHarmless);
            case Map<?, ?> map -> map.values().forEach(NastyTextTest::assertHarmless);
            default -> assertThat(value).isInstanceOfAny(Long.class, Boolean.class);
        }
    }

    private static Stream<News> news(String text) {
        Origin origin = Samples.ORIGIN;
        Fault fault =
                new Fault(
                        "XID",
                        79,
                        new Gpu(3, text, text),
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        text,
                        text);
        Fault told =
                new Fault(
                        text,
                        null,
                        new Gpu(null, null, null),
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.UNKNOWN,
                        text,
                        text);
        TroubledJob job = new TroubledJob(12, text, text, text, List.of(text), 0);
        List<News.Gate> gates = List.of(new News.Gate(text, false, text));
        return Stream.of(
                new News.FaultReported(origin, told, 1),
                new News.NodeQuarantined(origin, fault, text, gates),
                new News.RemediationHeld(origin, fault, gates, "assessing", text),
                new News.RemediationFailed(origin, fault, text, text, text),
                new News.EvacuationFailed(origin, text, text, text),
                new News.JobSignalled(origin, job, fault, Duration.ofMinutes(2)),
                new News.JobNotRequeueable(origin, job, fault, text, Samples.NOW),
                new News.JobLost(origin, job, text, text),
                new News.JobResumed(
                        origin, job, 7L, Samples.NOW, Samples.NOW, Samples.NOW, Duration.ZERO),
                new News.IncidentClosed(
                        origin,
                        News.Outcome.RECOVERED,
                        text,
                        List.of(new News.Phase(text, Duration.ZERO))));
    }
}
