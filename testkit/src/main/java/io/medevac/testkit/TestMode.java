package io.medevac.testkit;

import org.junit.jupiter.api.Assumptions;

/** How the real parts of a test run: variable {@code TESTKIT_MODE}, unset for processes. */
public enum TestMode {
    PROCESSES,
    CONTAINERS;

    /** The one of this run. */
    public static TestMode ofThisRun() {
        String mode = System.getenv().getOrDefault("TESTKIT_MODE", "");
        return switch (mode) {
            case "", "local" -> PROCESSES;
            case "container" -> CONTAINERS;
            default ->
                    throw new IllegalStateException(
                            "TESTKIT_MODE is 'container', 'local' or unset, not '%s'"
                                    .formatted(mode));
        };
    }

    /**
     * Skips the test where the parts are containers, and prints why.
     *
     * @param reason what of a process the test needs
     */
    public static void assumeProcesses(String reason) {
        boolean processes = ofThisRun() == PROCESSES;
        if (!processes) {
            System.out.println("testkit: skipped with containers: " + reason);
        }
        Assumptions.assumeTrue(processes, reason);
    }
}
