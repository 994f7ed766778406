package io.medevac.launcher.command;

import io.medevac.launcher.CommandFailure;
import picocli.CommandLine.Option;

/** Why a person orders something. Mixed into every order. */
final class Why {

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Why, for the record and for those who see it later.")
    private String reason;

    /** The reason; empty when not given. */
    String reason() {
        if (reason.chars().anyMatch(Character::isISOControl)) {
            throw CommandFailure.usage("--reason wants one line of text");
        }
        return reason;
    }
}
