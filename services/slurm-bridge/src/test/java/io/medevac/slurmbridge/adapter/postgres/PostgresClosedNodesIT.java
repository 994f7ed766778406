package io.medevac.slurmbridge.adapter.postgres;

import io.medevac.slurmbridge.SlurmParts;
import io.medevac.slurmbridge.port.ClosedNodes;
import io.medevac.slurmbridge.port.ClosedNodesContract;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;

/** The memory on a real PostgreSQL, with the tables as they are migrated in production. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "slurm-bridge"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "slurm-bridge"))
@WithTestResource(SlurmParts.class)
class PostgresClosedNodesIT extends ClosedNodesContract {
    @Inject ClosedNodes nodes;

    @Override
    protected ClosedNodes nodes() {
        return nodes;
    }

    @Override
    protected boolean shared() {
        return true;
    }
}
