package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.function.IntFunction;

/**
 * Pages fetched one after the other by the JDK's HTTP client that works in the thread of its
 * caller, over connections that stay open, and thrown away.
 */
final class PlainFetches {
    private static final int TARGETS = 200;
    private static final int WARM_UP = 4_000;
    private static final int MEASURED = 6_000;
    private static final int ANSWERS_WITHIN_MILLIS = 5_000;
    private static final Duration WITHIN = Duration.ofMinutes(1);

    private final IntFunction<URI> pages;
    private final int targets;

    /**
     * From some of these pages.
     *
     * @param pages by number, from 0
     * @param number of all pages, 1 or more
     */
    PlainFetches(IntFunction<URI> pages, int number) {
        this.pages = pages;
        this.targets = Math.min(TARGETS, number);
    }

    /** Processor time that one page takes, in seconds; without that of the exporters. */
    double secondsPerPage() {
        long end = System.nanoTime() + WITHIN.toNanos();
        fetch(WARM_UP, end);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begun = threads.getCurrentThreadCpuTime();
        fetch(MEASURED, end);
        return (threads.getCurrentThreadCpuTime() - begun) / 1e9 / MEASURED;
    }

    private void fetch(int number, long end) {
        for (int i = 0; i < number; i++) {
            fetch(pages.apply(i % targets));
            if (System.nanoTime() - end > 0) {
                throw new CommandFailure(
                        "pages were not fetched within %d s".formatted(WITHIN.toSeconds()));
            }
        }
    }

    private static void fetch(URI page) {
        try {
            HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
            connection.setConnectTimeout(ANSWERS_WITHIN_MILLIS);
            connection.setReadTimeout(ANSWERS_WITHIN_MILLIS);
            try (InputStream body = connection.getInputStream()) {
                body.readAllBytes();
            }
        } catch (IOException e) {
            throw new CommandFailure(page + " cannot be fetched: " + e.getMessage(), e);
        }
    }
}
