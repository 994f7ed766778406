package io.medevac.launcher.command;

import io.medevac.events.CommandKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends an incident. */
@Command(
        name = "cancel",
        description = {
            "Ends an incident and gives its node back.",
            "Where a replacement serves already it stays, and the old node stays out."
        },
        footer = {
            "",
            "Example: the incident whose identity begins so:",
            "  medevac cancel 0199ac5e --reason \"false alarm\""
        })
public final class CancelCommand implements Callable<Integer> {

    @Mixin private Output output;
    @Mixin private Why why;

    @Parameters(
            paramLabel = "ID",
            description = "Identity of the incident, or the beginning of it if no other begins so.")
    private String id;

    @Override
    public Integer call() throws InterruptedException {
        return OrderGiver.orderAbout(output, CommandKind.CANCEL, id, why);
    }
}
