package io.medevac.domain.detection;

import io.medevac.domain.detection.table.Table;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All kinds that findings can have: those of kernel logs, of the tables, and of the readers. */
public final class FindingKinds {
    private static final List<String> OF_READERS =
            List.of(
                    "ALERTS_TRUNCATED",
                    "ALLOCATABLE_DROP",
                    "BLIND",
                    "DEVICE_PLUGIN",
                    "GPU_ALERT",
                    "GPU_HEALTH",
                    "GPU_LOST",
                    "OTHER_REMEDIATOR",
                    "STALE_CONDITION");

    private FindingKinds() {}

    /** In alphabetical order. */
    public static Set<String> all() {
        Set<String> kinds = new TreeSet<>(OF_READERS);
        for (KernelKind kind : KernelKind.values()) {
            kinds.add(kind.name());
        }
        add(kinds, "dcgm/fields.tsv", 8, 3);
        add(kinds, "dcgm/errors.tsv", 8, 3);
        add(kinds, "condition/types.tsv", 9, 3);
        add(kinds, "condition/reasons.tsv", 8, 2);
        add(kinds, "alert/names.tsv", 6, 1);
        add(kinds, "slurm/reasons.tsv", 7, 1);
        return Collections.unmodifiableSet(kinds);
    }

    private static void add(Set<String> kinds, String table, int columns, int column) {
        Table.rows(FindingKinds.class, table, columns).forEach(row -> kinds.add(row.get(column)));
    }
}
