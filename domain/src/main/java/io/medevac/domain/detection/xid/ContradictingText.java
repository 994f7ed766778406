package io.medevac.domain.detection.xid;

import io.medevac.domain.detection.table.Table;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Texts that belong to certain Xids: one that begins as those of another number do contradicts it.
 */
public final class ContradictingText {
    /**
     * What is left for words in the name of a process, which has at most 15 characters, after the
     * comma and the blank that look like its end.
     */
    private static final int WITHIN_A_NAME = 13;

    private static final String END_OF_NAME = ", ";

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

    /**
     * The Xid that the text belongs to; empty unless that contradicts the code. The text is what
     * follows the name of the process, which a user chooses and which may hold commas: words that
     * may still be part of it belong to no Xid.
     */
    public OptionalInt contradicts(int code, String message) {
        int comma = message.indexOf(END_OF_NAME);
        if (comma >= 0 && comma <= WITHIN_A_NAME) {
            return OptionalInt.empty();
        }
        for (Belonging belonging : belongings) {
            if (message.startsWith(belonging.text())) {
                return belonging.codes().contains(code)
                        ? OptionalInt.empty()
                        : OptionalInt.of(belonging.codes().getFirst());
            }
        }
        return OptionalInt.empty();
    }

    private record Belonging(String text, List<Integer> codes) {}
}
