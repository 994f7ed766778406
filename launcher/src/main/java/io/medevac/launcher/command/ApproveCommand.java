package io.medevac.launcher.command;

import io.medevac.events.CommandKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets one incident through dry run and opt-outs. */
@Command(
        name = "approve",
        description = {
            "Lets one incident through dry run and opt-outs.",
            "No other gate gives way: not budget, breaker, pause or hold, and no other owner of the node."
        },
        footer = {
            "",
            "Example: the incident whose identity begins so:",
            "  medevac approve 0199ac5e --reason \"the owner agrees\""
        })
public final class ApproveCommand implements Callable<Integer> {

    @Mixin private Output output;
    @Mixin private Why why;

    @Parameters(
            paramLabel = "ID",
            description = "Identity of the incident, or the beginning of it if no other begins so.")
    private String id;

    @Override
    public Integer call() throws InterruptedException {
        return OrderGiver.orderAbout(output, CommandKind.APPROVE, id, why);
    }
}
