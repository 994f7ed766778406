package io.medevac.detector.application;

import io.medevac.detector.application.RawReport.RawFinding;
import io.medevac.detector.port.AlertMeasurements;
import io.medevac.detector.port.AlertMeasurements.Outcome;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.alert.Alert;
import io.medevac.domain.detection.alert.Alert.Status;
import io.medevac.domain.detection.alert.AlertGroup;
import io.medevac.domain.detection.alert.Alerts;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Takes alerts in. Each counts by its own status; the same alert of another peer, or sent again, is
 * known by its fingerprint and its begin, whichever replica takes it.
 */
@ApplicationScoped
public class TakeInAlerts {
    private static final Logger LOG = Logger.getLogger(TakeInAlerts.class);

    /** The same for all peers of an Alertmanager, or each would have signals of its own. */
    private static final String ORIGIN = "alertmanager";

    private static final int LONGEST_SHOWN = 200;
    private static final Pattern NODE = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?");

    private final Alerts alerts;
    private final TakeInReport takeIn;
    private final NodeDirectory nodes;
    private final AlertMeasurements measurements;

    /** With what it needs. */
    public TakeInAlerts(
            Alerts alerts,
            TakeInReport takeIn,
            NodeDirectory nodes,
            AlertMeasurements measurements) {
        this.alerts = alerts;
        this.takeIn = takeIn;
        this.nodes = nodes;
        this.measurements = measurements;
    }

    /**
     * Takes a group in, one transaction a node; blocks until all are stored. Taking it in again
     * changes nothing.
     *
     * @param unreadable alerts of the call that could not be read
     * @return how many alerts came to which end
     * @throws RuntimeException when the store does not answer: some may be stored, send all again
     */
    public Map<Outcome, Long> on(AlertGroup group, int unreadable) {
        Map<Outcome, Long> ends = new EnumMap<>(Outcome.class);
        Map<String, List<RawFinding>> byNode = new LinkedHashMap<>();
        for (Alert alert : group.alerts()) {
            ends.merge(sort(alert, byNode), 1L, Long::sum);
        }
        ends.merge(Outcome.UNREADABLE, (long) unreadable, Long::sum);
        ends.merge(Outcome.TRUNCATED, group.truncated(), Long::sum);
        byNode.forEach(
                (node, findings) ->
                        takeIn.on(
                                new RawReport(Source.ALERTMANAGER, node, ORIGIN, null, findings)));
        ends.forEach(measurements::alerts);
        if (group.truncated() > 0) {
            LOG.warnf(
                    "%d alerts are missing from a call of Alertmanager: raise max_alerts of its"
                            + " receiver, or group by node",
                    group.truncated());
        }
        return ends;
    }

    private Outcome sort(Alert alert, Map<String, List<RawFinding>> byNode) {
        List<Finding> findings = alerts.of(alert, null);
        if (findings.isEmpty()) {
            return Outcome.FOREIGN;
        }
        if (alert.status() == Status.RESOLVED) {
            return Outcome.RESOLVED;
        }
        Optional<String> node = node(alert.hosts());
        if (node.isEmpty()) {
            LOG.warnf(
                    "an alert about a GPU names no node, nobody can act on it: %s",
                    Text.cut(Text.clean(alert.shown()), LONGEST_SHOWN));
            return Outcome.WITHOUT_NODE;
        }
        List<RawFinding> ofNode = byNode.computeIfAbsent(node.get(), name -> new ArrayList<>());
        findings.forEach(finding -> ofNode.add(raw(alert, finding)));
        return Outcome.TAKEN;
    }

    private static RawFinding raw(Alert alert, Finding finding) {
        // One alert may name several codes; each of them is a signal.
        String identity =
                "%s %s %s"
                        .formatted(
                                alert.identity(), finding.fault().kind(), finding.fault().code());
        BootClaim boot =
                alert.startsAt() == null
                        ? new BootClaim.Unknown()
                        : new BootClaim.At(alert.startsAt());
        return new RawFinding(identity, 0, boot, finding, alert.shown());
    }

    /**
     * The host that is a node of the cluster, by its whole or its short name; else the first that
     * could be one, which is reported and never acted on.
     */
    private Optional<String> node(List<String> hosts) {
        List<String> names =
                hosts.stream()
                        .map(host -> host.toLowerCase(Locale.ROOT))
                        .filter(host -> NODE.matcher(host).matches())
                        .toList();
        Predicate<String> known = name -> nodes.find(name).isPresent();
        return Stream.concat(names.stream(), names.stream().map(TakeInAlerts::shortName))
                .filter(known)
                .findFirst()
                .or(() -> names.stream().findFirst());
    }

    private static String shortName(String host) {
        int dot = host.indexOf('.');
        return dot < 0 ? host : host.substring(0, dot);
    }
}
