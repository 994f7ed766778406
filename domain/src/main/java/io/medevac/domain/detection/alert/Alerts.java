package io.medevac.domain.detection.alert;

import io.medevac.domain.detection.CodesInText;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.SecondHand.Weight;
import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.alert.Alert.Status;
import io.medevac.domain.detection.metric.Place;
import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What alerts mean. The catalogue decides on an Xid, never the severity label of a site. An alert
 * without a code is known by words in its name; the table is a data file, {@code names.tsv}. It
 * asks at most for a person, for nobody knows here what a site's rule measures.
 */
public final class Alerts {
    private static final String SOURCE = "alertmanager";
    private static final int COLUMNS = 6;
    private static final int LONGEST_NAME = 200;
    private static final Meaning SOME_ALERT =
            new Meaning("GPU_ALERT", FaultScope.GPU, Severity.UNKNOWN, RecommendedAction.UNKNOWN);
    private static final Meaning TRUNCATED =
            new Meaning(
                    "ALERTS_TRUNCATED",
                    FaultScope.MONITORING,
                    Severity.DEGRADED,
                    RecommendedAction.NONE);
    private static final List<String> XID_LABELS =
            List.of("xid", "XID", "xid_code", "xid_error", "err_code");
    private static final List<String> VALUES = List.of("value", "xid", "current_value");

    private final SecondHand secondHand;
    private final Map<String, Meaning> names = new LinkedHashMap<>();

    /** Asks this for what an Xid means. */
    public Alerts(SecondHand secondHand) {
        this.secondHand = secondHand;
        for (List<String> row : Table.rows(Alerts.class, "names.tsv", COLUMNS)) {
            names.put(row.get(0), Meaning.of(row, 1));
        }
    }

    /**
     * Alerts that were told already.
     *
     * @param identities of alerts, the oldest first
     */
    public record Told(Set<String> identities) {
        /** None told yet. */
        public static final Told NONE = new Told(Set.of());

        private static final int MOST = 10_000;

        private Told with(Collection<String> more) {
            Set<String> all = new LinkedHashSet<>(identities);
            all.addAll(more);
            var oldest = all.iterator();
            for (int over = all.size() - MOST; over > 0; over--) {
                oldest.next();
                oldest.remove();
            }
            return new Told(all);
        }
    }

    /**
     * What came of a group.
     *
     * @param told the alerts told so far
     * @param findings what is new
     * @param foreign alerts that are about no GPU
     * @param resolved alerts that ended, which repairs and closes nothing
     * @param repeated alerts that were told before
     */
    public record Step(
            Told told, List<Finding> findings, int foreign, int resolved, int repeated) {}

    /**
     * Reads a group.
     *
     * @param otherwise node of an alert that names none; null when not known
     */
    public Step of(Told told, AlertGroup group, @Nullable String otherwise) {
        List<Finding> findings = new ArrayList<>();
        Set<String> fresh = new LinkedHashSet<>();
        int foreign = 0;
        int resolved = 0;
        int repeated = 0;
        for (Alert alert : group.alerts()) {
            List<Finding> said = of(alert, otherwise);
            if (said.isEmpty()) {
                foreign++;
            } else if (alert.status() == Status.RESOLVED) {
                resolved++;
            } else if (told.identities().contains(alert.identity())
                    || !fresh.add(alert.identity())) {
                repeated++;
            } else {
                findings.addAll(said);
            }
        }
        if (group.truncated() > 0) {
            findings.add(
                    new Finding(
                            TRUNCATED.fault(
                                    null,
                                    Gpu.UNKNOWN,
                                    SOURCE + ": truncated group",
                                    group.truncated() + " alerts are missing from the group"),
                            null,
                            null,
                            null,
                            null,
                            null,
                            null));
        }
        return new Step(told.with(fresh), List.copyOf(findings), foreign, resolved, repeated);
    }

    /**
     * What one alert says, whether it fires or not; who stores it knows whether it was told before.
     * Empty when it is about no GPU.
     *
     * @param otherwise node when it names none; null when not known
     */
    public List<Finding> of(Alert alert, @Nullable String otherwise) {
        Place place = Place.of(alert.labels());
        String text = text(alert);
        Optional<Integer> sxid =
                number(alert.labels().get("sxid")).or(() -> CodesInText.sxid(text));
        if (sxid.isPresent()) {
            Fault fault = secondHand.sxid(SOURCE, sxid.get(), Weight.of(text), text);
            return List.of(finding(fault, alert, place, otherwise));
        }
        List<XidReported> xids = xids(alert, place.gpu());
        if (!xids.isEmpty()) {
            return xids.stream()
                    .map(
                            xid ->
                                    finding(
                                            fault(alert, xid, gpu(place, xid, text)),
                                            alert,
                                            place,
                                            otherwise))
                    .toList();
        }
        return named(alert, place)
                .map(
                        meaning ->
                                finding(
                                        meaning.fault(
                                                null,
                                                gpu(place, null, text),
                                                SOURCE + ": alert " + shown(name(alert)),
                                                text),
                                        alert,
                                        place,
                                        otherwise))
                .map(List::of)
                .orElse(List.of());
    }

    /** The codes of labels, else of annotations; labels are made by a machine, texts by people. */
    private static List<XidReported> xids(Alert alert, Gpu gpu) {
        String text = text(alert);
        for (String label : XID_LABELS) {
            Optional<Integer> code = number(alert.labels().get(label));
            if (code.isPresent() && code.get() > 0) {
                return List.of(new XidReported(gpu.pci(), code.get(), null, null, text));
            }
        }
        List<XidReported> quoted = CodesInText.xids(text);
        if (!quoted.isEmpty() || !name(alert).toLowerCase(Locale.ROOT).contains("xid")) {
            return quoted;
        }
        for (String value : VALUES) {
            Optional<Integer> code = number(alert.annotations().get(value));
            if (code.isPresent() && code.get() > 0) {
                return List.of(new XidReported(gpu.pci(), code.get(), null, null, text));
            }
        }
        return List.of();
    }

    /** Labels and names are made by machines; what only a text says may be an explanation. */
    private Fault fault(Alert alert, XidReported xid, Gpu gpu) {
        boolean named =
                XID_LABELS.stream()
                                .map(label -> number(alert.labels().get(label)))
                                .anyMatch(code -> code.equals(Optional.of(xid.code())))
                        || CodesInText.xids(name(alert)).stream()
                                .anyMatch(other -> other.code() == xid.code());
        return !named && CodesInText.onlyTold(text(alert), xid.code())
                ? secondHand.toldXid(SOURCE, xid, gpu)
                : secondHand.xid(SOURCE, xid, gpu);
    }

    private Optional<Meaning> named(Alert alert, Place place) {
        String name = name(alert).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        for (Map.Entry<String, Meaning> word : names.entrySet()) {
            if (name.contains(word.getKey())) {
                return Optional.of(word.getValue());
            }
        }
        return place.key().isEmpty() && !name.contains("gpu")
                ? Optional.empty()
                : Optional.of(SOME_ALERT);
    }

    private static Finding finding(
            Fault fault, Alert alert, Place place, @Nullable String otherwise) {
        return new Finding(
                fault,
                place.node() == null ? otherwise : place.node(),
                null,
                null,
                place.link(),
                place.device(),
                alert.startsAt());
    }

    private static Gpu gpu(Place place, @Nullable XidReported xid, String text) {
        if (!place.gpu().equals(Gpu.UNKNOWN)) {
            return place.gpu();
        }
        Gpu said = CodesInText.gpu(text);
        return xid == null || xid.pci() == null
                ? said
                : new Gpu(said.index(), xid.pci(), said.uuid());
    }

    private static String name(Alert alert) {
        return alert.labels().getOrDefault("alertname", "");
    }

    private static String shown(String name) {
        return Text.cut(Text.clean(name), LONGEST_NAME);
    }

    private static String text(Alert alert) {
        for (String annotation : List.of("description", "message", "summary", "title")) {
            String text = alert.annotations().get(annotation);
            if (text != null && !text.isBlank()) {
                return text;
            }
        }
        return name(alert);
    }

    private static Optional<Integer> number(@Nullable String text) {
        String digits = text == null ? "" : text.strip();
        if (digits.endsWith(".0")) {
            digits = digits.substring(0, digits.length() - 2);
        }
        return !digits.isEmpty()
                        && digits.length() <= 6
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Optional.of(Integer.valueOf(digits))
                : Optional.empty();
    }
}
