package io.medevac.remediator.config;

import io.medevac.domain.remediation.policy.PoolPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a policy file as the service would, without starting it. */
public final class PolicyCheck {
    private static final int WRONG = 2;

    private PolicyCheck() {}

    /**
     * Exits with 0 when the file is right; with 2 and one line on standard error when it is not.
     *
     * @param arguments path of the file
     */
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: PolicyCheck FILE");
            System.exit(WRONG);
        }
        String mistake = mistake(Path.of(arguments[0]));
        if (!mistake.isEmpty()) {
            System.err.println(mistake);
            System.exit(WRONG);
        }
    }

    /** What is wrong with the file, in one line; empty when nothing is. */
    static String mistake(Path file) {
        try {
            PolicyFile.parse(Files.readString(file), PoolPolicy.DEFAULT);
            return "";
        } catch (IOException e) {
            return file + ": cannot be read";
        } catch (IllegalArgumentException e) {
            return file + ": " + e.getMessage();
        }
    }
}
