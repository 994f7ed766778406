package io.medevac.remediator.adapter.policy;

import io.medevac.domain.remediation.policy.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks through a policy file without starting the service: exit code 0 when it is good, else 1 and
 * one line on standard error. The same reader as the service's own.
 */
public final class PolicyCheck {

    private PolicyCheck() {}

    /**
     * Checks one file.
     *
     * @param arguments the file
     */
    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        try {
            PolicyFile.parse(Files.readString(file), Mode.DRY_RUN);
        } catch (IllegalArgumentException e) {
            refuse(file, e.getMessage());
        } catch (IOException e) {
            refuse(file, "cannot be read");
        }
    }

    private static void refuse(Path file, String why) {
        System.err.printf("policy file %s: %s%n", file, why);
        System.exit(1);
    }
}
