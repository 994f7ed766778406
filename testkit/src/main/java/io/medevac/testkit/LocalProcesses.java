package io.medevac.testkit;

import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.registry.SchemaRegistry;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Parts that are processes of this machine, as in the local stack. */
record LocalProcesses(Part kafka, Part postgres, Part registry, Part outbox) implements Parts {

    static LocalProcesses of(
            KafkaBroker kafka,
            PostgresServer postgres,
            SchemaRegistry registry,
            OutboxEngine outbox) {
        return new LocalProcesses(
                new ProcessPart(kafka::spec),
                new ProcessPart(postgres::spec),
                new ProcessPart(registry::spec),
                new ProcessPart(outbox::spec));
    }

    @Override
    public String description() {
        return "local processes, Debezium in its embedded engine";
    }

    /** How to start it; its program may have to be unpacked first. */
    private interface Recipe {
        ProcessSpec spec() throws IOException;
    }

    private static final class ProcessPart implements Part {

        private final Recipe recipe;

        /** Known before its pid file is: a process writes that itself, a moment later. */
        private @Nullable ManagedProcess started;

        private ProcessPart(Recipe recipe) {
            this.recipe = recipe;
        }

        @Override
        public synchronized void start() {
            if (started != null && started.isAlive()) {
                return;
            }
            try {
                started = ManagedProcess.start(spec());
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        @Override
        public boolean isAlive() {
            return ManagedProcess.find(spec()).isPresent();
        }

        @Override
        public boolean isReady() {
            return ManagedProcess.find(spec()).filter(ManagedProcess::isReady).isPresent();
        }

        @Override
        public void awaitReady(Duration deadline) {
            try {
                ManagedProcess process = started;
                (process == null ? process() : process).awaitReady(deadline);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        @Override
        public void kill() {
            try {
                process().kill();
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        private synchronized ManagedProcess process() {
            if (started != null && started.isAlive()) {
                return started;
            }
            ProcessSpec spec = spec();
            return ManagedProcess.find(spec)
                    .orElseThrow(() -> new IllegalStateException(spec.name() + " does not run"));
        }

        private ProcessSpec spec() {
            try {
                return recipe.spec();
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        private static IllegalStateException interrupted(InterruptedException e) {
            Thread.currentThread().interrupt();
            return new IllegalStateException("interrupted while waiting for a part", e);
        }
    }
}
