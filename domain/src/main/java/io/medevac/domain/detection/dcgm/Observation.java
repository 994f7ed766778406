package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.detection.metric.Place;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one scrape says of one field of one device: all its series together. */
final class Observation {
    private static final double CODE_LIMIT = 100_000;
    private static final int MOST_NAMES = 16;

    private final Field field;
    private final Place place;
    private final long line;
    private final @Nullable Instant at;
    private Map<String, Part> parts = Map.of();
    private SortedSet<Integer> instances = Collections.emptySortedSet();
    private Set<String> jobs = Set.of();
    private Set<String> pods = Set.of();
    private double value = Double.NEGATIVE_INFINITY;

    Observation(Field field, Place place, long line, @Nullable Instant at) {
        this.field = field;
        this.place = place;
        this.line = line;
        this.at = at;
    }

    /**
     * A series of several: a code, or an error of a health check.
     *
     * @param line its line
     * @param value its value
     * @param text what the exporter says beside it; may be empty
     */
    record Part(long line, double value, String text) {}

    /** With this series too. */
    void add(Sample sample, long sampleLine) {
        value = Math.max(value, sample.value());
        Map<String, String> labels = sample.labels();
        String part = part(sample);
        if (!part.isEmpty()) {
            parts = parts.isEmpty() ? new LinkedHashMap<>() : parts;
            parts.putIfAbsent(part, new Part(sampleLine, sample.value(), text(labels)));
        }
        String instance = labels.getOrDefault("GPU_I_ID", "");
        if (instance.length() <= 3 && !instance.isEmpty() && digits(instance)) {
            instances = instances.isEmpty() ? new TreeSet<>() : instances;
            instances.add(Integer.valueOf(instance));
        }
        jobs = with(jobs, labels.getOrDefault("hpc_job", ""));
        pods = with(pods, pod(labels));
    }

    private String part(Sample sample) {
        return switch (field.reading()) {
            case LAST_XID, LAST_FATAL_SXID, LAST_NON_FATAL_SXID -> code(sample.value());
            case XID_WINDOW -> sample.value() > 0 ? labelled(sample) : "";
            case HEALTH ->
                    sample.value() > 0
                            ? Text.clean(labelOf(sample, "health_error_code")) + " "
                            : "";
            case LEVEL, TOTAL, RATE, ALIVE -> "";
        };
    }

    private static String labelOf(Sample sample, String label) {
        return sample.labels().getOrDefault(label, "");
    }

    /** Blank values of DCGM, which are very large, and fractions are no codes. */
    private static String code(double value) {
        return value >= 1 && value < CODE_LIMIT && value == Math.rint(value)
                ? Integer.toString((int) value)
                : "";
    }

    private static String labelled(Sample sample) {
        String xid = sample.labels().getOrDefault("xid", "");
        return digits(xid) && !xid.isEmpty() && xid.length() <= 9
                ? code(Double.parseDouble(xid))
                : "";
    }

    private static String text(Map<String, String> labels) {
        String text = labels.getOrDefault("err_msg", "");
        return text.equals("No Error") ? "" : text;
    }

    /** Prometheus renames the labels of a scraped series that it has itself. */
    private static String pod(Map<String, String> labels) {
        String exported = labels.get("exported_pod");
        if (exported != null) {
            return labels.getOrDefault("exported_namespace", "") + "/" + exported;
        }
        String pod = labels.getOrDefault("pod", "");
        return pod.isEmpty() || pod.contains("dcgm-exporter")
                ? ""
                : labels.getOrDefault("namespace", "") + "/" + pod;
    }

    private static Set<String> with(Set<String> names, String name) {
        if (name.isBlank() || names.size() >= MOST_NAMES) {
            return names;
        }
        Set<String> more = names.isEmpty() ? new LinkedHashSet<>() : names;
        more.add(name.strip());
        return more;
    }

    private static boolean digits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    Field field() {
        return field;
    }

    Place place() {
        return place;
    }

    long line() {
        return line;
    }

    @Nullable Instant at() {
        return at;
    }

    double value() {
        return value;
    }

    Map<String, Part> parts() {
        return parts;
    }

    /** Who is on the device, for a person; empty when no label tells. */
    String occupants() {
        StringBuilder text = new StringBuilder();
        if (!instances.isEmpty()) {
            text.append("; MIG instances ").append(list(instances));
        }
        if (!jobs.isEmpty()) {
            text.append("; jobs ").append(list(jobs));
        }
        if (!pods.isEmpty()) {
            text.append("; pods ").append(list(pods));
        }
        return text.toString();
    }

    private static String list(Set<?> names) {
        return String.join(", ", names.stream().map(Object::toString).toList());
    }
}
