package io.medevac.domain.slurm;

import static io.medevac.domain.slurm.SlurmNodeBaseState.ALLOCATED;
import static io.medevac.domain.slurm.SlurmNodeBaseState.MIXED;
import static io.medevac.domain.slurm.SlurmNodeBaseState.UNRECOGNISED;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * State of a Slurm node: a base state and a set of flags.
 *
 * @param base base state
 * @param flags flags beside it
 */
public record SlurmNodeState(SlurmNodeBaseState base, Set<SlurmNodeFlag> flags) {

    public SlurmNodeState {
        flags = Set.copyOf(flags);
    }

    /** A state from a base state and any number of flags. */
    public static SlurmNodeState of(SlurmNodeBaseState base, SlurmNodeFlag... flags) {
        return new SlurmNodeState(base, Set.of(flags));
    }

    /** A state from Slurm's words. */
    public static SlurmNodeState parse(String base, Collection<String> flags) {
        Set<SlurmNodeFlag> known = EnumSet.noneOf(SlurmNodeFlag.class);
        flags.forEach(flag -> known.add(SlurmNodeFlag.of(flag)));
        return new SlurmNodeState(SlurmNodeBaseState.of(base), known);
    }

    /** Whether the flag stands. */
    public boolean has(SlurmNodeFlag flag) {
        return flags.contains(flag);
    }

    /** Whether every word was understood. */
    public boolean recognised() {
        return base != UNRECOGNISED && !has(SlurmNodeFlag.UNRECOGNISED);
    }

    /** Whether anything may still run on it: a job, or what a job leaves to be completed. */
    public boolean busy() {
        return base == ALLOCATED || base == MIXED || has(SlurmNodeFlag.COMPLETING);
    }

    /** DRAIN (or FAIL, which is DRAIN by another name), and busy. */
    public boolean draining() {
        return drain() && busy();
    }

    /** DRAIN (or FAIL), and surely not busy. */
    public boolean drained() {
        return drain() && recognised() && !busy();
    }

    /** Whether Slurm gives it no new work because somebody asked for that. */
    public boolean drain() {
        return has(SlurmNodeFlag.DRAIN) || has(SlurmNodeFlag.FAIL);
    }

    /**
     * Surely without anything of a job. A node that is DOWN is, as far as Slurm can know. A state
     * that says nothing (UNKNOWN, ERROR, FUTURE, unrecognised) is not.
     */
    public boolean empty() {
        return recognised()
                && !busy()
                && (base == SlurmNodeBaseState.IDLE || base == SlurmNodeBaseState.DOWN);
    }

    /** Registered, responding and open for new work. */
    public boolean usable() {
        return switch (base) {
            case IDLE, ALLOCATED, MIXED -> flags.stream().allMatch(SlurmNodeFlag::takesWork);
            case UNKNOWN, DOWN, ERROR, FUTURE, UNRECOGNISED -> false;
        };
    }

    /** Whether it would be usable if only its DRAIN were lifted. */
    public boolean usableButForDrain() {
        Set<SlurmNodeFlag> others = EnumSet.noneOf(SlurmNodeFlag.class);
        others.addAll(flags);
        others.remove(SlurmNodeFlag.DRAIN);
        return new SlurmNodeState(base, others).usable();
    }

    /** {@code IDLE+DRAIN}: base state, then the flags in alphabetical order. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(base.name());
        Set<String> names = new TreeSet<>();
        flags.forEach(flag -> names.add(flag.name()));
        names.forEach(name -> text.append('+').append(name));
        return text.toString();
    }
}
