package io.medevac.domain.detection.dcgm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.metric.MetricLine;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.detection.metric.Place;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One answer of an exporter. Of most lines only the name is read: what is not watched counts for
 * nothing but to tell whether anything on the page changes.
 */
public final class DcgmPage {
    private static final byte[] OURS = "DCGM_".getBytes(ISO_8859_1);
    private static final int MOST_HOSTS = 16;

    private final byte[] page;
    private final @Nullable String node;
    private final CRC32C crc = new CRC32C();
    private final Map<String, Scrape> scrapes = new LinkedHashMap<>();
    private final Set<String> hosts = new LinkedHashSet<>();
    private int series;
    private int unreadable;
    private int homeless;
    private int nameStart;
    private int nameEnd;
    private @Nullable Field field;

    private DcgmPage(byte[] page, @Nullable String node) {
        this.page = page;
        this.node = node;
    }

    /**
     * Reads a page; any bytes at all are one.
     *
     * @param node whose page it is, whatever labels say; null when only labels tell
     */
    public static DcgmPage read(byte[] page, @Nullable String node) {
        DcgmPage read = new DcgmPage(page, node);
        long number = 1;
        for (int start = 0; start < page.length; number++) {
            int end = start;
            while (end < page.length && page[end] != '\n') {
                end++;
            }
            read.line(start, end, number);
            start = end + 1;
        }
        return read;
    }

    /** The nodes that it has series of. */
    public Set<String> nodes() {
        return Set.copyOf(scrapes.keySet());
    }

    /** Nodes that labels name, where the node of the page is known without them; the first ones. */
    public Set<String> hosts() {
        return Set.copyOf(hosts);
    }

    /** Series of DCGM, watched or not. */
    public int series() {
        return series;
    }

    /** Watched series that could not be read. */
    public int unreadable() {
        return unreadable;
    }

    /** Series of which no label tells the node, where it is not known otherwise. */
    public int homeless() {
        return homeless;
    }

    /** The text of a line, from 1; empty when there is none. */
    public String line(long number) {
        long at = 1;
        for (int start = 0; start < page.length; at++) {
            int end = start;
            while (end < page.length && page[end] != '\n') {
                end++;
            }
            if (at == number) {
                return new String(page, start, end - start, UTF_8);
            }
            start = end + 1;
        }
        return "";
    }

    /** What it says of a node. */
    Scrape of(String name) {
        Scrape scrape = scrapes.get(name);
        return scrape == null ? new Scrape(name) : scrape;
    }

    private void line(int from, int end, long number) {
        int start = from;
        while (start < end && (page[start] == ' ' || page[start] == '\t')) {
            start++;
        }
        if (end - start < OURS.length
                || !Arrays.equals(page, start, start + OURS.length, OURS, 0, OURS.length)) {
            return;
        }
        series++;
        name(start, end);
        if (end - start > MetricLine.LONGEST) {
            unreadable += field == null ? 0 : 1;
            return;
        }
        if (node == null) {
            labelled(start, end, number);
            return;
        }
        Scrape scrape = scrapes.computeIfAbsent(node, Scrape::new);
        scrape.print(node, hash(start, end), field, number);
        if (field == null || field.reading() == Field.Reading.ALIVE) {
            return;
        }
        if (MetricLine.parse(new String(page, start, end - start, UTF_8)) instanceof Sample said) {
            Place place = Place.of(said.labels());
            if (place.node() != null && hosts.size() < MOST_HOSTS) {
                hosts.add(place.node());
            }
            scrape.observe(field, place, node, said, number);
        } else {
            unreadable++;
        }
    }

    /** A line of a page of many nodes. */
    private void labelled(int start, int end, long number) {
        if (!(MetricLine.parse(new String(page, start, end - start, UTF_8))
                instanceof Sample said)) {
            unreadable += field == null ? 0 : 1;
            return;
        }
        Place place = Place.of(said.labels());
        String name = place.node();
        if (name == null) {
            homeless++;
            return;
        }
        Scrape scrape = scrapes.computeIfAbsent(name, Scrape::new);
        scrape.print(name, hash(start, end), field, number);
        if (field != null) {
            scrape.observe(field, place, name, said, number);
        }
    }

    /** Exporters give all series of a metric one after the other. */
    private void name(int start, int end) {
        int stop = start;
        while (stop < end && page[stop] != '{' && page[stop] != ' ' && page[stop] != '\t') {
            stop++;
        }
        if (!Arrays.equals(page, nameStart, nameEnd, page, start, stop)) {
            Optional<Field> watched = Field.of(new String(page, start, stop - start, ISO_8859_1));
            field = watched.orElse(null);
        }
        nameStart = start;
        nameEnd = stop;
    }

    /** Of the series and its value, without the time that an aggregator writes behind it. */
    private long hash(int start, int end) {
        int brace = end;
        while (brace > nameEnd && page[brace - 1] != '}') {
            brace--;
        }
        int stop = skip(skip(brace, end, true), end, false);
        crc.reset();
        crc.update(page, start, stop - start);
        return Scrape.spread(crc.getValue());
    }

    private int skip(int from, int end, boolean blanks) {
        int at = from;
        while (at < end && (page[at] == ' ' || page[at] == '\t') == blanks) {
            at++;
        }
        return at;
    }
}
