package io.medevac.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** What a class logs while this is open. */
public final class CapturedLog extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private CapturedLog(Class<?> source) {
        this.logger = Logger.getLogger(source.getName());
    }

    /** Begins to listen. */
    public static CapturedLog of(Class<?> source) {
        CapturedLog log = new CapturedLog(source);
        log.setFormatter(new PatternFormatter("%s"));
        log.logger.addHandler(log);
        return log;
    }

    /** Messages so far. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord record) {
        lines.add(getFormatter().format(record));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
