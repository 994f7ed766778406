package io.medevac.simulation;

import io.medevac.domain.remediation.command.Command;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationEvent;
import io.medevac.domain.slurm.evacuation.Replacement;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.remediator.application.ObeyCommand;
import io.medevac.remediator.application.OpenOrJoinIncident;
import io.medevac.remediator.application.OpenOrJoinIncident.Told;
import io.medevac.remediator.application.RecordFact;
import io.medevac.remediator.fake.InMemoryIncidentStore;
import io.medevac.slurmbridge.application.TakeEvents;
import io.medevac.slurmbridge.fake.InMemoryEvacuationStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The topics between the services: each record at least once, now and then an old one again. */
final class Topics {
    private final World world;
    private final Chance chance;
    private final OpenOrJoinIncident openOrJoin;
    private final RecordFact recordFact;
    private final ObeyCommand obey;
    private final TakeEvents take;
    private final Consumer<UUID> evacuationDue;
    private final List<Told> faults = new ArrayList<>();
    private final List<Command> commands = new ArrayList<>();
    private int faultsTaken;
    private int commandsTaken;
    private int nodesTaken;
    private int jobsTaken;
    private long crashes;

    Topics(
            World world,
            Chance chance,
            OpenOrJoinIncident openOrJoin,
            RecordFact recordFact,
            ObeyCommand obey,
            TakeEvents take,
            Consumer<UUID> evacuationDue) {
        this.world = world;
        this.chance = chance;
        this.openOrJoin = openOrJoin;
        this.recordFact = recordFact;
        this.obey = obey;
        this.take = take;
        this.evacuationDue = evacuationDue;
    }

    /** Times that a process died over a record. */
    long crashes() {
        return crashes;
    }

    /** The detector tells of a fault. */
    void report(Told fault) {
        faults.add(fault);
    }

    /** A person orders something. */
    void order(Command command) {
        commands.add(command);
    }

    /** One record comes to its consumer. */
    String something() {
        if (commandsTaken < commands.size() && chance.perMille(500)) {
            return deliverCommand();
        }
        return switch (chance.below(5)) {
            case 0 -> deliverFault();
            case 1, 2 -> deliverToBridge();
            case 3 -> deliverToRemediator();
            default -> repeat();
        };
    }

    /** Delivers every record; whether there was one. */
    boolean deliverAll() {
        boolean any = false;
        while (faultsTaken < faults.size()
                || commandsTaken < commands.size()
                || nodesTaken < world.incidents.toldFrom(0).size()
                || jobsTaken < world.evacuations.toldFrom(0).size()) {
            deliverFault();
            deliverCommand();
            deliverToBridge();
            deliverToRemediator();
            any = true;
        }
        return any;
    }

    private String deliverFault() {
        if (faultsTaken == faults.size()) {
            return "no fault on the topic";
        }
        return alive("fault delivered", () -> openOrJoin.on(faults.get(faultsTaken)))
                .map(
                        done -> {
                            faultsTaken++;
                            return done;
                        })
                .orElse("died taking a fault");
    }

    /** Now and then twice. */
    private String deliverCommand() {
        if (commandsTaken == commands.size()) {
            return "no command on the topic";
        }
        Command command = commands.get(commandsTaken);
        world.rules.ordered(command);
        return alive("command taken in: " + command, () -> obey.on(command))
                .map(
                        done -> {
                            if (chance.perMille(900)) {
                                commandsTaken++;
                            }
                            return done;
                        })
                .orElse("died taking a command");
    }

    private String deliverToBridge() {
        List<InMemoryIncidentStore.Told> waiting = world.incidents.toldFrom(nodesTaken);
        if (waiting.isEmpty()) {
            return "nothing for the bridge";
        }
        return alive("to the bridge", () -> bridgeTakes(nodesTaken, waiting.getFirst()))
                .map(
                        done -> {
                            nodesTaken++;
                            return done
                                    + ": "
                                    + waiting.getFirst().event().getClass().getSimpleName();
                        })
                .orElse("bridge died taking an event");
    }

    private String deliverToRemediator() {
        List<InMemoryEvacuationStore.Told> waiting = world.evacuations.toldFrom(jobsTaken);
        if (waiting.isEmpty()) {
            return "nothing for the remediator";
        }
        return alive("to the remediator", () -> remediatorTakes(jobsTaken, waiting.getFirst()))
                .map(
                        done -> {
                            jobsTaken++;
                            return done
                                    + ": "
                                    + waiting.getFirst().event().getClass().getSimpleName();
                        })
                .orElse("remediator died taking an event");
    }

    /** A record comes again, however old it is. */
    private String repeat() {
        List<InMemoryIncidentStore.Told> nodes = world.incidents.toldFrom(0);
        List<InMemoryEvacuationStore.Told> jobs = world.evacuations.toldFrom(0);
        if (chance.perMille(500) && nodesTaken > 0) {
            int place = chance.below(nodesTaken);
            return alive("again to the bridge", () -> bridgeTakes(place, nodes.get(place)))
                    .orElse("bridge died taking an old event");
        }
        if (jobsTaken > 0) {
            int place = chance.below(jobsTaken);
            return alive("again to the remediator", () -> remediatorTakes(place, jobs.get(place)))
                    .orElse("remediator died taking an old event");
        }
        return "nothing to repeat";
    }

    private void bridgeTakes(int place, InMemoryIncidentStore.Told told) {
        UUID event = new UUID(1, place);
        Incident incident = told.incident();
        switch (told.event()) {
            case RemediationEvent.NodeQuarantined e ->
                    take.quarantined(
                            new Subject(
                                    incident.id(),
                                    incident.node(),
                                    incident.machine(),
                                    incident.fault(),
                                    event));
            case RemediationEvent.NodeReplaced e ->
                    take.replaced(incident.id(), new Replacement(e.replacement().node(), event));
            case RemediationEvent.NodeReleased e -> take.released(event, incident.id(), e.reason());
            case RemediationEvent.IncidentClosed e ->
                    take.closed(event, incident.id(), "incident closed: " + e.reason());
            default -> {
                return;
            }
        }
        evacuationDue.accept(incident.id());
    }

    private void remediatorTakes(int place, InMemoryEvacuationStore.Told told) {
        UUID event = new UUID(2, place);
        Evacuation evacuation = told.evacuation();
        fact(event, told.event())
                .ifPresent(
                        fact ->
                                recordFact.on(
                                        evacuation.subject().incident(),
                                        evacuation.subject().node(),
                                        fact));
    }

    private static Optional<Fact> fact(UUID event, EvacuationEvent told) {
        return Optional.ofNullable(
                switch (told) {
                    case EvacuationEvent.NodeVacated e ->
                            new Fact.NodeVacated(event, e.slurmNode(), e.requeued(), e.lost());
                    case EvacuationEvent.EvacuationFailed e ->
                            new Fact.EvacuationFailed(
                                    event,
                                    new io.medevac.domain.remediation.incident.Evacuation.Failure(
                                            e.reason(), e.whatToDo()));
                    case EvacuationEvent.SlurmNodeJoined e ->
                            new Fact.SlurmNodeJoined(event, e.slurmNode());
                    case EvacuationEvent.JobRequeued e -> new Fact.JobRequeued(event, e.job().id());
                    case EvacuationEvent.JobResumed e -> new Fact.JobResumed(event, e.job().id());
                    case EvacuationEvent.JobEnded e -> new Fact.JobEnded(event, e.job().id());
                    case EvacuationEvent.JobLost e ->
                            new Fact.JobLost(event, e.job().id(), e.state());
                    case EvacuationEvent.JobNotRequeueable e ->
                            new Fact.JobNotRequeueable(event, e.job().id(), e.deadline());
                    case EvacuationEvent.JobSignalled e -> null;
                    case EvacuationEvent.SlurmNodeDraining e -> null;
                });
    }

    private Optional<String> alive(String what, Runnable work) {
        try {
            work.run();
            return Optional.of(what);
        } catch (Crash e) {
            crashes++;
            return Optional.empty();
        }
    }
}
