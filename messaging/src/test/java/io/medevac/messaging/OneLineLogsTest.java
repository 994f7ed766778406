package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.jboss.logging.MDC;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneLineLogsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job %s       | train-13b            | job train-13b",
                "job %s       | 'x\r\nERROR forged'  | job x\\u000d\\u000aERROR forged",
                "job %s       | '\u001b[2J\u009bH'   | job \\u001b[2J\\u009bH",
                "job %s       | 'a\u202eb\u2028'     | job a\\u202eb\\u2028",
            })
    void showsWhatWouldAct(String format, String name, String message) {
        ExtLogRecord entry =
                new ExtLogRecord(Level.INFO, format, ExtLogRecord.FormatStyle.PRINTF, "io.medevac");
        entry.setParameters(new Object[] {name});

        assertThat(new OneLineLogs().isLoggable(entry)).isTrue();

        assertThat(new PatternFormatter("%s").format(entry)).isEqualTo(message);
    }

    @Test
    void theNodeBesideTheMessageCannotActEither() {
        LogContext.set((UUID) null, "gpu-0\nINFO forged\u001b[31m");

        assertThat(MDC.get(LogContext.NODE)).isEqualTo("gpu-0\\u000aINFO forged\\u001b[31m");

        MDC.clear();
    }
}
