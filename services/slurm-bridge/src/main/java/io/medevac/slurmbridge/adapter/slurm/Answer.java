package io.medevac.slurmbridge.adapter.slurm;

/**
 * What a command answered.
 *
 * @param exitCode exit code
 * @param output standard output
 * @param errors standard error
 */
record Answer(int exitCode, String output, String errors) {

    /** Its own words for a person: the first line of what it complained about. */
    String complaint() {
        String text = errors.isBlank() ? output : errors;
        return "exit code %d: %s".formatted(exitCode, text.strip().lines().findFirst().orElse(""));
    }
}
