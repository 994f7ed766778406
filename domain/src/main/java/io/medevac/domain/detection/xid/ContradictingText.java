package io.medevac.domain.detection.xid;

import io.medevac.domain.detection.table.Table;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Texts that belong to certain Xids: a text that belongs to another number contradicts it. */
public final class ContradictingText {
    private final List<Belonging> belongings;

    /** Reads its table. */
    public ContradictingText() {
        belongings =
                Table.rows(ContradictingText.class, "texts.tsv", 2).stream()
                        .map(
                                row ->
                                        new Belonging(
                                                row.get(0),
                                                Stream.of(row.get(1).split(","))
                                                        .map(Integer::valueOf)
                                                        .toList()))
                        .toList();
    }

    /** The Xid that the text belongs to; empty unless that contradicts the code. */
    public OptionalInt contradicts(int code, String message) {
        for (Belonging belonging : belongings) {
            if (message.contains(belonging.text())) {
                return belonging.codes().contains(code)
                        ? OptionalInt.empty()
                        : OptionalInt.of(belonging.codes().getFirst());
            }
        }
        return OptionalInt.empty();
    }

    private record Belonging(String text, List<Integer> codes) {}
}
