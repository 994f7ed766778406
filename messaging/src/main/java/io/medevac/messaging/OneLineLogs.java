package io.medevac.messaging;

import io.quarkus.logging.LoggingFilter;
import java.util.Locale;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/**
 * Keeps each message of the log on one line and harmless to a terminal: control, format and
 * separator characters, which names of jobs and lines of kernels may hold, are shown as their
 * codes. Lets every record pass.
 */
@LoggingFilter(name = "one-line")
public final class OneLineLogs implements Filter {
    private static final Pattern ACTS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private final ExtFormatter formatter = new PatternFormatter("%s");

    @Override
    public boolean isLoggable(LogRecord record) {
        String message = formatter.formatMessage(record);
        if (record instanceof ExtLogRecord entry && ACTS.matcher(message).find()) {
            entry.setMessage(visible(message), ExtLogRecord.FormatStyle.NO_FORMAT);
        }
        return true;
    }

    /** The text with such characters shown as their codes. */
    static String visible(String message) {
        return ACTS.matcher(message)
                .replaceAll(
                        found ->
                                "\\\\u"
                                        + String.format(
                                                Locale.ROOT, "%04x", found.group().codePointAt(0)));
    }
}
