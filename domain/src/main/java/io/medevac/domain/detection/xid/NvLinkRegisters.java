package io.medevac.domain.detection.xid;

import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Xid 74: the bits of its first register tell what happened on the link. The worst of the bits that
 * are set counts. Nothing is told when a bit is set that the table does not have, or when another
 * register is set too: those count on Hopper and their meaning is not published.
 */
public final class NvLinkRegisters {
    /** The Xid. */
    public static final int XID = 74;

    /** With this ends the rule of an error that asks for more when it comes again and again. */
    public static final String REPEATS = "to be reported when it comes more than twice on a link";

    private static final Pattern FORM =
            Pattern.compile("\\((0x[0-9a-fA-F]{1,8}(?:, 0x[0-9a-fA-F]{1,8}){3,11})\\)?");

    private final List<Meaning> meanings;

    /** Reads its table. */
    public NvLinkRegisters() {
        meanings =
                Table.rows(NvLinkRegisters.class, "registers.tsv", 4).stream()
                        .map(Meaning::of)
                        .toList();
    }

    /** What the registers in the text tell; empty when they tell nothing. */
    public Optional<Verdict> decode(String message) {
        Matcher form = FORM.matcher(message);
        if (!form.find()) {
            return Optional.empty();
        }
        List<Long> registers =
                Stream.of(form.group(1).split(", ")).map(word -> Long.decode(word)).toList();
        boolean others = registers.stream().skip(1).anyMatch(register -> register != 0);
        return others ? Optional.empty() : first(registers.getFirst());
    }

    private Optional<Verdict> first(long register) {
        long left = register;
        List<String> said = new ArrayList<>();
        Verdict worst = null;
        for (Meaning meaning : meanings) {
            if ((register & meaning.mask()) != 0) {
                left &= ~meaning.mask();
                said.add(meaning.verdict().rule());
                if (worst == null || meaning.verdict().stricterThan(worst)) {
                    worst = meaning.verdict();
                }
            }
        }
        if (worst == null || left != 0) {
            return Optional.empty();
        }
        String rule = "xid 74, first register 0x%x: ".formatted(register);
        return Optional.of(worst.ruled(rule + String.join(", ", said)));
    }

    private record Meaning(long mask, Verdict verdict) {
        static Meaning of(List<String> row) {
            long mask =
                    Stream.of(row.get(0).split(","))
                            .mapToLong(bit -> 1L << Integer.parseInt(bit))
                            .reduce(0, (all, bit) -> all | bit);
            return new Meaning(
                    mask,
                    new Verdict(
                            FaultScope.NVLINK,
                            Severity.valueOf(row.get(1)),
                            RecommendedAction.valueOf(row.get(2)),
                            row.get(3)));
        }
    }
}
