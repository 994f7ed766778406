package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What producers of conditions and events mean by their types and reasons. The tables are data
 * files. A name that no table has says nothing: whether {@code True} is good or bad is a matter of
 * the producer, and cannot be guessed.
 */
final class Producers {
    private static final int TYPE_COLUMNS = 9;
    private static final int REASON_COLUMNS = 8;

    private final Map<String, TypeRow> types = new HashMap<>();
    private final List<TypeRow> families = new ArrayList<>();
    private final Map<String, ReasonRow> reasons = new HashMap<>();

    /** How the text of a producer is to be read. */
    enum Reading {
        /** The type or reason says all. */
        FIXED,
        /** Codes in reason or message say more than the type. */
        TEXT,
        /** The reason is a map of Xids, the message a boot id. */
        BOOT_MAP
    }

    /**
     * A type of condition.
     *
     * @param name its name
     * @param bad status that means trouble
     * @param reading how the text is to be read
     * @param meaning what trouble it means where the text says nothing better
     * @param producer who sets it
     */
    record TypeRow(String name, String bad, Reading reading, Meaning meaning, String producer) {}

    /**
     * A reason of a condition or an event.
     *
     * @param reading how the text is to be read
     * @param meaning what it means where the text says nothing better
     * @param producer who gives it
     */
    record ReasonRow(Reading reading, Meaning meaning, String producer) {}

    /** The tables that come with this version. */
    Producers() {
        for (List<String> row : Table.rows(Producers.class, "types.tsv", TYPE_COLUMNS)) {
            TypeRow type =
                    new TypeRow(
                            row.get(0),
                            row.get(1),
                            Reading.valueOf(row.get(2)),
                            Meaning.of(row, 3),
                            row.get(7));
            if (type.name().endsWith("*")) {
                families.add(type);
            } else if (types.put(type.name(), type) != null) {
                throw new IllegalStateException("types.tsv has " + type.name() + " twice");
            }
        }
        for (List<String> row : Table.rows(Producers.class, "reasons.tsv", REASON_COLUMNS)) {
            ReasonRow reason =
                    new ReasonRow(Reading.valueOf(row.get(1)), Meaning.of(row, 2), row.get(6));
            if (reasons.put(row.get(0), reason) != null) {
                throw new IllegalStateException("reasons.tsv has " + row.get(0) + " twice");
            }
        }
    }

    Optional<TypeRow> type(String name) {
        TypeRow type = types.get(name);
        return type != null
                ? Optional.of(type)
                : families.stream()
                        .filter(
                                family ->
                                        name.startsWith(
                                                family.name()
                                                        .substring(0, family.name().length() - 1)))
                        .findFirst();
    }

    /** The row of a reason; numbers in it are left out ({@code NvidiaXID79Error}). */
    Optional<ReasonRow> reason(String name) {
        ReasonRow reason = reasons.get(name);
        return reason != null || name.length() > 128
                ? Optional.ofNullable(reason)
                : Optional.ofNullable(reasons.get(name.replaceAll("[0-9]{1,9}", "#")));
    }
}
