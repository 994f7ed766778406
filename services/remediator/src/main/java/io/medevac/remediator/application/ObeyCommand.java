package io.medevac.remediator.application;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.command.CommandRules;
import io.medevac.domain.remediation.command.NodeLook;
import io.medevac.domain.remediation.command.Ruling;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.CommandStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Takes in what a person has ordered and acknowledges it. What follows is done by the incidents
 * themselves, from what is stored.
 */
@ApplicationScoped
public class ObeyCommand {
    private static final Logger LOG = Logger.getLogger(ObeyCommand.class);

    private final CommandStore store;
    private final ClusterView cluster;

    /** With where orders are kept, and what the cluster says. */
    public ObeyCommand(CommandStore store, ClusterView cluster) {
        this.store = store;
        this.cluster = cluster;
    }

    /** Decides what becomes of the command, and stores it. */
    public void on(Command command) {
        NodeLook look = look(command);
        store.take(
                        command,
                        incidents(command, look),
                        nodes(command),
                        known -> CommandRules.decide(command, known, look))
                .ifPresent(ruling -> log(command, ruling));
    }

    /** A command is answered whether Kubernetes answers or not. */
    private NodeLook look(Command command) {
        if (!(command instanceof Command.OnNode onNode)) {
            return NodeLook.NOT_ASKED;
        }
        try {
            return new NodeLook.Seen(cluster.node(onNode.node()).orElse(null));
        } catch (RuntimeException e) {
            return new NodeLook.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private static Set<UUID> incidents(Command command, NodeLook look) {
        if (command instanceof Command.OnIncident onIncident) {
            return Set.of(onIncident.incident());
        }
        return look instanceof NodeLook.Seen seen
                ? Optional.ofNullable(seen.node())
                        .map(NodeView::markedFor)
                        .map(Set::of)
                        .orElse(Set.of())
                : Set.of();
    }

    private static Set<String> nodes(Command command) {
        return command instanceof Command.OnNode onNode ? Set.of(onNode.node()) : Set.of();
    }

    private static void log(Command command, Ruling ruling) {
        LOG.infof(
                "command: command=%s operator=%s node=%s outcome=%s detail=%s",
                command.getClass().getSimpleName(),
                command.order().operator(),
                ruling.node(),
                ruling.outcome(),
                ruling.detail());
    }
}
