package io.medevac.detector.adapter.postgres;

import io.medevac.detector.contract.SourceStateContract;
import io.medevac.detector.port.DetectionStore;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;

/** What sources are remembered by on PostgreSQL, in the service as it runs. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@TestProfile(WithoutRunner.class)
class PostgresSourceStateIT extends SourceStateContract {
    @Inject PostgresDetectionStore store;

    @Override
    protected DetectionStore store() {
        return store;
    }
}
