package io.medevac.simulation;

import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A person who orders this and that. */
final class Operator {
    private final World world;
    private final Chance chance;

    Operator(World world, Chance chance) {
        this.world = world;
        this.chance = chance;
    }

    /** One order. */
    Command something() {
        UUID event = chance.id();
        Order order = new Order("ada@admin-0", "simulation", world.now());
        String node = chance.oneOf(world.nodeNames());
        return switch (chance.below(9)) {
            case 0 -> new Command.Pause(event, order);
            case 1, 2 -> new Command.Resume(event, order);
            case 3 -> new Command.HoldNode(event, order, node);
            case 4 -> new Command.ResumeNode(event, order, node);
            case 5, 6 -> new Command.ReleaseNode(event, order, node);
            case 7 -> new Command.Approve(event, order, incident());
            default -> new Command.Cancel(event, order, incident());
        };
    }

    /** What makes everything go on that was paused or held. */
    List<Command> everythingGoesOn() {
        Order order = new Order("ada@admin-0", "calm", world.now());
        List<Command> commands = new ArrayList<>();
        commands.add(new Command.Resume(chance.id(), order));
        for (String node : world.nodeNames()) {
            commands.add(new Command.ResumeNode(chance.id(), order, node));
        }
        return commands;
    }

    private UUID incident() {
        List<Incident> all = world.incidents.all();
        return all.isEmpty() ? chance.id() : chance.oneOf(all).id();
    }
}
