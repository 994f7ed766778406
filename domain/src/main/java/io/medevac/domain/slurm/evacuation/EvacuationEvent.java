package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened, to be told to everybody. */
public sealed interface EvacuationEvent {

    /** What this event is about; unique within the evacuation. */
    Object about();

    /** Reference of this event. */
    default EventRef ref() {
        return EventRef.own(getClass().getSimpleName(), about());
    }

    /** The Slurm node takes no new work; {@code ours} tells whether by our drain. */
    record SlurmNodeDraining(String slurmNode, String reason, boolean ours)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return slurmNode;
        }
    }

    /** The job got its signal and has {@code grace} to save. */
    record JobSignalled(SlurmJob job, Duration grace) implements EvacuationEvent {
        @Override
        public Object about() {
            return job.run();
        }
    }

    /** The job has left the node and is in the queue. */
    record JobRequeued(
            SlurmJob job,
            Instant signalledAt,
            Duration grace,
            Duration graceUsed,
            @Nullable Mark checkpoint)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return job.run();
        }
    }

    /** The job cannot be requeued; it is left alone until the deadline. */
    record JobNotRequeueable(SlurmJob job, String reason, Instant deadline)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return job.run();
        }
    }

    /** The job ended with success before it was requeued. */
    record JobEnded(SlurmJob job, String state) implements EvacuationEvent {
        @Override
        public Object about() {
            return job.run();
        }
    }

    /** The job is gone, or will not come back. */
    record JobLost(SlurmJob job, String state, String reason) implements EvacuationEvent {
        @Override
        public Object about() {
            return job.run();
        }
    }

    /** Nothing of any job is left on the node; {@code slurmNode} is empty when it serves none. */
    record NodeVacated(String slurmNode, List<Long> requeued, List<Long> lost)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return slurmNode;
        }
    }

    /** A person must act. */
    record EvacuationFailed(String slurmNode, String reason, String whatToDo)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return slurmNode;
        }
    }

    /** The replacement takes work. */
    record SlurmNodeJoined(String slurmNode, String state, boolean undrained)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return slurmNode;
        }
    }

    /**
     * The job runs again and has made progress.
     *
     * @param before the run that was ended
     * @param job the job as it runs now
     */
    record JobResumed(
            JobRun before,
            SlurmJob job,
            @Nullable Mark from,
            @Nullable Mark progress,
            Instant signalledAt,
            Instant requeuedAt,
            Instant startedAt,
            Duration lost)
            implements EvacuationEvent {
        @Override
        public Object about() {
            return before;
        }
    }
}
