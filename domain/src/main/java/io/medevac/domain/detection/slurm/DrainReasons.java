package io.medevac.domain.detection.slurm;

import io.medevac.domain.detection.CodesInText;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.SecondHand.Weight;
import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Gpu;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the reason of a closed Slurm node says of a fault. Only reasons by which health checks,
 * Slurm's scripts and Slurm itself begin are read, {@code reasons.tsv}; a person's drain, a planned
 * one and those of operators, {@code no-faults.tsv}, are none. It asks for nothing by itself, for
 * such checks take full file systems for broken machines; the codes of a driver that it quotes are
 * what the catalogue says.
 */
public final class DrainReasons {
    private static final String SOURCE = "slurm";
    private static final int COLUMNS = 7;
    private static final int LONGEST = 1000;

    private final SecondHand secondHand;
    private final List<Known> known;
    private final List<String> noFaults;

    /** Asks this for what an Xid means. */
    public DrainReasons(SecondHand secondHand) {
        this.secondHand = secondHand;
        this.known =
                Table.rows(DrainReasons.class, "reasons.tsv", COLUMNS).stream()
                        .map(row -> new Known(row.get(0), Meaning.of(row, 1)))
                        .toList();
        this.noFaults =
                Table.rows(DrainReasons.class, "no-faults.tsv", 3).stream()
                        .map(List::getFirst)
                        .toList();
    }

    private record Known(String prefix, Meaning meaning) {}

    /**
     * Reads a reason; empty when it is no fault, or nobody knows.
     *
     * @param reason as it stands in Slurm; any text of any length
     * @param node Kubernetes node
     * @param at when it was set; null when not known
     */
    public List<Finding> of(String reason, String node, @Nullable Instant at) {
        String text = Text.clean(Text.cut(reason, LONGEST));
        return meaning(text.toLowerCase(Locale.ROOT))
                .map(
                        known ->
                                faults(text, known).stream()
                                        .map(fault -> finding(fault, node, at))
                                        .toList())
                .orElse(List.of());
    }

    private Optional<Known> meaning(String reason) {
        return noFaults.stream().anyMatch(reason::startsWith)
                ? Optional.empty()
                : known.stream().filter(row -> reason.startsWith(row.prefix())).findFirst();
    }

    private List<Fault> faults(String text, Known row) {
        Optional<Integer> sxid = CodesInText.sxid(text);
        if (sxid.isPresent()) {
            return List.of(secondHand.sxid(SOURCE, sxid.get(), Weight.of(text), text));
        }
        Gpu said = CodesInText.gpu(text);
        List<XidReported> xids = CodesInText.xids(text);
        return xids.isEmpty()
                ? List.of(row.meaning().fault(null, said, SOURCE + ": " + row.prefix(), text))
                : xids.stream().map(xid -> secondHand.xid(SOURCE, xid, gpu(said, xid))).toList();
    }

    private static Gpu gpu(Gpu said, XidReported xid) {
        return xid.pci() == null ? said : new Gpu(said.index(), xid.pci(), said.uuid());
    }

    private static Finding finding(Fault fault, String node, @Nullable Instant at) {
        return new Finding(fault, node, null, null, null, null, at);
    }
}
