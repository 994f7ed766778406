package io.medevac.domain.slurm;

import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The reason that stands at a Slurm node, and whose it is. Ours begins with {@code medevac:} and
 * the incident; everything else belongs to somebody else and is never lifted or overwritten.
 *
 * @param text the text in Slurm; empty when none stands
 */
public record DrainReason(String text) {
    /** How each of our reasons begins. */
    public static final String PREFIX = "medevac:";

    /** No reason stands. */
    public static final DrainReason NONE = new DrainReason("");

    /** Slurm cuts nothing below this, and {@code sinfo -R} stays readable. */
    private static final int MAX_LENGTH = 160;

    /** What would act on a terminal or end the argument of a command. */
    private static final Pattern HARMFUL =
            Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\"'\\\\]");

    /** What slurmctld itself writes for a node that fell silent: an observation, no owner. */
    private static final String SILENT = "Not responding";

    /**
     * Our reason for an incident.
     *
     * @param why in words; control and format characters and quotes are replaced
     */
    public static DrainReason of(UUID incident, String why) {
        String text = PREFIX + incident + " " + HARMFUL.matcher(why).replaceAll(" ").strip();
        return new DrainReason(text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text);
    }

    /** Whether it is ours, of whichever incident. */
    public boolean ours() {
        return text.startsWith(PREFIX);
    }

    /** Whether somebody else wrote it. */
    public boolean foreign() {
        return !text.isBlank() && !ours() && !text.equals(SILENT);
    }

    /** The incident it was written for; null when it is not ours or cannot be read. */
    public @Nullable UUID incident() {
        if (!ours()) {
            return null;
        }
        String id = text.substring(PREFIX.length()).split(" ", 2)[0];
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
