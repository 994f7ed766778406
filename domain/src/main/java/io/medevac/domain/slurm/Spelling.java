package io.medevac.domain.slurm;

import java.util.Locale;

/** Slurm's words as our enums: older versions write lower case, newer ones upper case. */
final class Spelling {
    private Spelling() {}

    static <E extends Enum<E>> E of(Class<E> type, String spelling, E otherwise) {
        String name = spelling.toUpperCase(Locale.ROOT);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        return otherwise;
    }
}
