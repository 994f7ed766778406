package io.medevac.detector.adapter.postgres;

import io.medevac.detector.contract.DetectionStoreContract;
import io.medevac.detector.port.DetectionStore;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;

/** The store on PostgreSQL, in the service as it runs. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@TestProfile(WithoutRunner.class)
class PostgresDetectionStoreIT extends DetectionStoreContract {
    @Inject PostgresDetectionStore store;

    @Override
    protected DetectionStore store() {
        return store;
    }
}
