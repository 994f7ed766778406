package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.CodesInText;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.condition.HealthEvent.Verdict;
import io.medevac.domain.detection.condition.Producers.Reading;
import io.medevac.domain.detection.condition.Producers.ReasonRow;
import io.medevac.domain.detection.condition.Producers.TypeRow;
import io.medevac.domain.detection.condition.Reader.Words;
import io.medevac.domain.detection.dcgm.DcgmErrors.Result;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What events mean. Anyone may write an event about an object of his own; only events about nodes,
 * and reasons that a table has, are heard.
 */
public final class Events {
    private static final String SOURCE = "event";
    private static final String UNHEALTHY = "IsNotHealthy";
    private static final Meaning XID =
            new Meaning("XID", FaultScope.GPU, Severity.UNKNOWN, RecommendedAction.UNKNOWN);
    private static final Meaning CHECK =
            new Meaning("GPU_HEALTH", FaultScope.GPU, Severity.UNKNOWN, RecommendedAction.UNKNOWN);

    private final Conditions conditions;

    /** Reads conditions that events tell of with this. */
    public Events(Conditions conditions) {
        this.conditions = conditions;
    }

    /**
     * What an event means.
     *
     * @param otherwise node of an event that names none; null when not known
     */
    public List<Finding> of(ClusterEvent event, @Nullable String otherwise) {
        ReasonRow reason = conditions.producers().reason(event.reason()).orElse(null);
        if (!event.aboutNode()) {
            return reason != null && harmless(reason)
                    ? read(words(event, "", null), reason.reading(), reason.meaning())
                    : List.of();
        }
        String node = event.node() == null ? otherwise : event.node();
        Optional<NodeCondition> told = Conditions.told(event);
        if (told.isPresent()) {
            return conditions.of(SOURCE, told.get(), node);
        }
        if (reason != null) {
            return read(words(event, "", node), reason.reading(), reason.meaning());
        }
        if (event.reason().endsWith(UNHEALTHY)) {
            String check =
                    event.reason().substring(0, event.reason().length() - UNHEALTHY.length());
            Optional<TypeRow> type = conditions.producers().type(check);
            return type.isPresent() || event.message().startsWith("ErrorCode:")
                    ? read(
                            words(event, check, node),
                            Reading.TEXT,
                            type.map(Events::notFatal).orElse(CHECK))
                    : List.of();
        }
        Optional<TypeRow> named = conditions.producers().type(event.reason());
        if (named.isPresent() && named.get().bad().equals("True")) {
            return read(
                    words(event, event.reason(), node),
                    named.get().reading(),
                    notFatal(named.get()));
        }
        return CodesInText.quotesKernel(event.message())
                ? read(words(event, "", node), Reading.TEXT, XID)
                : List.of();
    }

    /**
     * What a health event of NVSentinel means.
     *
     * @param otherwise node of an event that names none; null when not known
     */
    public List<Finding> of(HealthEvent event, @Nullable String otherwise) {
        if (event.verdict() == Verdict.HEALTHY) {
            return List.of();
        }
        Meaning meaning =
                conditions
                        .producers()
                        .type(event.check())
                        .map(
                                type ->
                                        event.verdict() == Verdict.FATAL
                                                ? type.meaning()
                                                : notFatal(type))
                        .orElse(CHECK);
        List<String> codes = event.errorCodes().isEmpty() ? List.of("") : event.errorCodes();
        List<Finding> findings = new ArrayList<>();
        for (String code : codes) {
            Words words =
                    new Words(
                            SOURCE,
                            event.check(),
                            "",
                            code.isEmpty()
                                    ? event.message()
                                    : "ErrorCode:" + code + " " + event.message(),
                            event.verdict() == Verdict.FATAL ? Result.FAIL : Result.WARN,
                            event.node() == null ? otherwise : event.node(),
                            event.at());
            for (Finding finding : read(words, Reading.TEXT, meaning)) {
                findings.add(at(event.gpu(), finding));
            }
        }
        return findings;
    }

    private List<Finding> read(Words words, Reading reading, Meaning otherwise) {
        return conditions.reader().read(words, reading, otherwise);
    }

    /** Whether an event of anyone may say so: it asks for nothing. */
    private static boolean harmless(ReasonRow reason) {
        return reason.reading() == Reading.FIXED && reason.meaning().severity() == Severity.INFO;
    }

    private static Words words(ClusterEvent event, String check, @Nullable String node) {
        return new Words(
                SOURCE, check, event.reason(), event.message(), Result.WARN, node, event.at());
    }

    /** A check that is reported as an event only is none that takes the node out. */
    private static Meaning notFatal(TypeRow type) {
        return type.meaning().asWarning();
    }

    /** The entities of an event name the GPU better than its text. */
    private static Finding at(Gpu gpu, Finding finding) {
        Gpu said = finding.fault().gpu();
        Gpu place =
                new Gpu(
                        gpu.index() == null ? said.index() : gpu.index(),
                        gpu.pci() == null ? said.pci() : gpu.pci(),
                        gpu.uuid() == null ? said.uuid() : gpu.uuid());
        return finding.with(finding.fault().on(place));
    }
}
