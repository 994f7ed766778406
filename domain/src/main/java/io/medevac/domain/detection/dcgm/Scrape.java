package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.detection.metric.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One page of an exporter as it is read. A page announces each metric once and has each series
 * once; what comes a second time belongs to the next page.
 */
final class Scrape {
    /** Series that one page may have; a longer one is taken as several. */
    static final int MOST_SERIES = 20_000;

    private static final Set<String> VOLATILE =
            Set.of("err_code", "err_msg", "health_error_code", "DCGM_FI_DRIVER_VERSION");
    private static final double LEAST_BLANK = 140_737_488_355_328.0;
    private static final double LEAST_BLANK_32 = 2_147_483_632.0;
    private static final long PRIME = 0x100000001b3L;

    private final @Nullable String otherwise;
    private final Map<Series, Observation> observations = new LinkedHashMap<>();
    private final Map<String, Print> prints = new LinkedHashMap<>();
    private final Set<String> announced = new HashSet<>();
    private final Set<Long> identities = new HashSet<>();

    /**
     * An empty page.
     *
     * @param otherwise node of series that name none; null when not known
     */
    Scrape(@Nullable String otherwise) {
        this.otherwise = otherwise;
    }

    /**
     * All values of a node together.
     *
     * @param sum of the hashes of its series with their values
     * @param alive whether one of them always rises while the source is alive
     * @param line the first line of the node
     */
    record Print(long sum, boolean alive, long line) {
        private Print plus(Print other) {
            return new Print(sum + other.sum, alive || other.alive, Math.min(line, other.line));
        }
    }

    /** Takes the beginning of a metric; false when it belongs to the next page. */
    boolean announce(String what) {
        return announced.size() >= MOST_SERIES || announced.add(what);
    }

    /** Takes a value; false when it belongs to the next page. */
    boolean add(Sample sample, long line) {
        long identity = identity(sample);
        if (identities.size() >= MOST_SERIES || !identities.add(identity)) {
            return false;
        }
        Place place = Place.of(sample.labels());
        String node = place.node() == null ? otherwise : place.node();
        Field field = Field.of(sample.name()).orElse(null);
        print(
                node,
                spread((identity * PRIME) ^ Double.doubleToLongBits(sample.value())),
                field,
                line);
        if (field != null) {
            observe(field, place, node, sample, line);
        }
        return true;
    }

    /**
     * Takes the value of a series into account, to know whether anything changes.
     *
     * @param hash of the series with its value
     * @param field the field; null when it is not watched
     */
    void print(@Nullable String node, long hash, @Nullable Field field, long line) {
        boolean alive = field != null && field.reading() == Field.Reading.ALIVE;
        prints.merge(node == null ? "" : node, new Print(hash, alive, line), Print::plus);
    }

    /** Takes a value of a watched field. */
    void observe(Field field, Place place, @Nullable String node, Sample sample, long line) {
        if (field.reading() == Field.Reading.ALIVE || !measured(sample.value())) {
            return;
        }
        Place seen = seen(place, node, sample.name());
        observations
                .computeIfAbsent(
                        Series.of(node, seen, field, part(sample, seen)),
                        series -> new Observation(field, seen, line, sample.at()))
                .add(sample, line);
    }

    Map<Series, Observation> observations() {
        return observations;
    }

    Map<String, Print> prints() {
        return prints;
    }

    /** Whether it is a value; DCGM gives very large ones where it has none. */
    private static boolean measured(double value) {
        return value >= 0
                && value < LEAST_BLANK
                && !(value >= LEAST_BLANK_32 && value <= Integer.MAX_VALUE);
    }

    private static Place seen(Place place, @Nullable String node, String metric) {
        Integer link = place.link() == null ? Field.linkOf(metric).orElse(null) : place.link();
        return new Place(node, place.gpu(), place.device(), link);
    }

    private static String part(Sample sample, Place place) {
        String watch = Text.clean(sample.labels().getOrDefault("health_watch", ""));
        return place.link() == null ? watch : watch + " link " + place.link();
    }

    private static long identity(Sample sample) {
        Map<String, String> labels = new HashMap<>(sample.labels());
        labels.keySet().removeAll(VOLATILE);
        long hash = mix(0xcbf29ce484222325L, sample.name());
        long sum = 0;
        for (Map.Entry<String, String> label : labels.entrySet()) {
            sum += spread(mix(mix(PRIME, label.getKey()), label.getValue()));
        }
        return spread(hash * PRIME + sum);
    }

    private static long mix(long hash, String text) {
        long mixed = hash;
        for (int i = 0; i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * PRIME;
        }
        return (mixed ^ 0xff) * PRIME;
    }

    /** Every bit of the hash depends on every other, so that sums of hashes do not cancel out. */
    static long spread(long hash) {
        long spread = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        spread = (spread ^ (spread >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return spread ^ (spread >>> 33);
    }
}
