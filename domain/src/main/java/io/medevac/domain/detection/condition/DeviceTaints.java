package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What taints mean that a DRA driver puts on its devices. Taints of a person say nothing here. */
public final class DeviceTaints {
    private static final String DRIVER = "gpu.nvidia.com/";
    private static final Meaning LOST =
            new Meaning(
                    "GPU_LOST", FaultScope.GPU, Severity.CRITICAL, RecommendedAction.REPLACE_NODE);
    private static final Meaning SOME_XID =
            new Meaning("XID", FaultScope.GPU, Severity.UNKNOWN, RecommendedAction.UNKNOWN);
    private static final int MOST_DIGITS = 9;

    private final SecondHand secondHand;

    /** Asks this for what an Xid means. */
    public DeviceTaints(SecondHand secondHand) {
        this.secondHand = secondHand;
    }

    /**
     * What a taint means; empty when it is not the driver's.
     *
     * @param otherwise node of a slice that names none; null when not known
     */
    public Optional<Finding> of(DeviceTaint taint, @Nullable String otherwise) {
        String rule = "condition: device taint " + taint.key();
        Fault fault =
                switch (taint.key()) {
                    case DRIVER + "xid" -> xid(taint, rule);
                    case DRIVER + "gpu-lost" ->
                            LOST.fault(null, taint.gpu(), rule + ", as xid 79", taint.value());
                    case DRIVER + "unmonitored" ->
                            Meaning.BLIND.fault(null, taint.gpu(), rule + ": blind", taint.value());
                    default -> null;
                };
        return Optional.ofNullable(fault)
                .map(
                        found ->
                                new Finding(
                                        found,
                                        taint.node() == null ? otherwise : taint.node(),
                                        null,
                                        null,
                                        null,
                                        null,
                                        taint.at()));
    }

    private Fault xid(DeviceTaint taint, String rule) {
        String value = taint.value().strip();
        boolean number =
                !value.isEmpty()
                        && value.length() <= MOST_DIGITS
                        && value.chars().allMatch(c -> c >= '0' && c <= '9');
        return number
                ? secondHand.xid(
                        "condition",
                        new XidReported(
                                taint.gpu().pci(),
                                Integer.parseInt(value),
                                null,
                                null,
                                "device taint " + taint.key()),
                        taint.gpu())
                : SOME_XID.fault(null, taint.gpu(), rule + ", no number", value);
    }
}
