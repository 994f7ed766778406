package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A kernel log that looks like one: noise of many kinds, and one line in a thousand that a driver
 * wrote. The stamps change from one stretch to the next, as where logs of several tools are put
 * together. The same seed gives the same log.
 */
final class KernelLogSample {
    private static final int ONE_IN = 1_000;
    private static final int STRETCH = 500;
    private static final int BUFFER = 1 << 20;
    private static final List<String> NOISE = lines("noise.txt");
    private static final List<String> DRIVER = lines("driver-lines.txt");
    private static final DateTimeFormatter CTIME = format("EEE MMM dd HH:mm:ss yyyy");
    private static final DateTimeFormatter SYSLOG = format("MMM dd HH:mm:ss");
    private static final DateTimeFormatter ISO = format("yyyy-MM-dd'T'HH:mm:ss");
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final String KERNEL = " kernel: ";

    private final SplittableRandom random;
    private final StringBuilder line = new StringBuilder();
    private long micros;
    private long second = -1;
    private Stamp stamp = Stamp.DMESG;
    private String text = "";
    private String host = "gpu-node-017";
    private int left;
    private long written;
    private long ofDrivers;

    KernelLogSample(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** How a logger says when. */
    private enum Stamp {
        DMESG,
        CTIME,
        SYSLOG,
        ISO
    }

    /**
     * Writes whole lines until the file has at least this size.
     *
     * @param bytes more than 0
     */
    void write(Path file, long bytes) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
            long size = 0;
            while (size < bytes) {
                byte[] next = (next() + '\n').getBytes(StandardCharsets.ISO_8859_1);
                out.write(next);
                size += next.length;
            }
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** The lines from here on are of this host. */
    KernelLogSample on(String name) {
        host = name;
        return this;
    }

    /** The next line, without its end. */
    String next() {
        return next(random.nextInt(ONE_IN) == 0);
    }

    /** The next line, without its end, of no driver. */
    String noise() {
        return next(false);
    }

    private String next(boolean ofDriver) {
        line.setLength(0);
        micros += random.nextInt(40_000);
        if (left-- == 0) {
            left = STRETCH;
            stamp = Stamp.values()[random.nextInt(Stamp.values().length)];
            second = -1;
        }
        begin();
        written++;
        if (ofDriver) {
            ofDrivers++;
            line.append(DRIVER.get(random.nextInt(DRIVER.size())));
        } else {
            fill(NOISE.get(random.nextInt(NOISE.size())));
        }
        return line.toString();
    }

    /** Lines so far. */
    long written() {
        return written;
    }

    /** Those of them that a driver wrote. */
    long ofDrivers() {
        return ofDrivers;
    }

    private void begin() {
        switch (stamp) {
            case DMESG -> uptime();
            case CTIME -> line.append('[').append(at(CTIME)).append("] ");
            case SYSLOG -> {
                line.append(at(SYSLOG)).append(' ').append(host).append(KERNEL);
                uptime();
            }
            case ISO ->
                    line.append(at(ISO))
                            .append('.')
                            .append(Long.toString(1_000_000 + micros % 1_000_000), 1, 7)
                            .append("+00:00 ")
                            .append(host)
                            .append(KERNEL);
        }
    }

    private void uptime() {
        String seconds = Long.toString(micros / 1_000_000);
        line.append('[').append(" ".repeat(Math.max(0, 5 - seconds.length()))).append(seconds);
        line.append('.').append(Long.toString(1_000_000 + micros % 1_000_000), 1, 7).append("] ");
    }

    private String at(DateTimeFormatter format) {
        if (micros / 1_000_000 != second) {
            second = micros / 1_000_000;
            text = format.format(BEGIN.plusSeconds(second));
        }
        return text;
    }

    /** Puts numbers in the places of a noise line: {d} decimal, {x} eight digits of hexadecimal. */
    private void fill(String noise) {
        int from = 0;
        for (int place = noise.indexOf('{'); place >= 0; place = noise.indexOf('{', from)) {
            line.append(noise, from, place);
            if (noise.charAt(place + 1) == 'd') {
                line.append(random.nextInt(100_000));
            } else {
                line.append(Long.toHexString((1L << 32) | random.nextInt(Integer.MAX_VALUE)), 1, 9);
            }
            from = place + 3;
        }
        line.append(noise, from, noise.length());
    }

    private static DateTimeFormatter format(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    private static List<String> lines(String resource) {
        try (InputStream in = KernelLogSample.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new IllegalStateException(resource + " cannot be read", e);
        }
    }
}
