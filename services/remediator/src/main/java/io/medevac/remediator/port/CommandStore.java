package io.medevac.remediator.port;

import io.medevac.domain.remediation.command.Circumstances;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.Ruling;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** What persons have ordered. */
public interface CommandStore {

    /**
     * Takes a command in, once however often it comes: decides on what is stored, stores what
     * changes and the acknowledgement in one transaction, and makes due what it concerns. No
     * decision about an incident runs beside it, so that an order stands for every one that is made
     * after it was acknowledged.
     *
     * @param command the command
     * @param incidents incidents it may be about, whether they are open or not
     * @param nodes nodes whose open incidents it may be about
     * @param decide the decision; pure, since it may be run again
     * @return what was decided; empty when the command was taken in before
     */
    Optional<Ruling> take(
            Command command,
            Set<UUID> incidents,
            Set<String> nodes,
            Function<Circumstances, Ruling> decide);
}
