package io.medevac.detector.adapter.policy;

import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.Rules;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.intake.SitePolicyFile;
import io.medevac.messaging.WatchedFile;
import io.medevac.messaging.WatchedFile.Look;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The shipped catalogue with the site policy of the file, read again when that changes. */
@ApplicationScoped
@Startup
public class FileRules implements Rules {
    private static final Logger LOG = Logger.getLogger(FileRules.class);

    private final FaultCatalogue shipped = FaultCatalogue.shipped();
    private final Optional<WatchedFile<Sited>> file;

    /** A mistake in the file stops the start, with one line and no stack trace. */
    FileRules(DetectorConfig config) {
        try {
            this.file =
                    config.policyFile()
                            .map(
                                    path ->
                                            WatchedFile.open(
                                                    path, SitePolicyFile.LONGEST, this::sited));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage());
        }
        file.ifPresent(FileRules::tell);
    }

    /** The rules of one text of the file. */
    private record Sited(FaultCatalogue catalogue, SitePolicy policy) {}

    @Override
    public FaultCatalogue catalogue() {
        return file.map(watched -> watched.value().catalogue()).orElse(shipped);
    }

    @Override
    public SitePolicy policy() {
        return file.map(watched -> watched.value().policy()).orElse(SitePolicy.NONE);
    }

    /** What is wrong with the file as it is now; empty when nothing is. */
    public String mistake() {
        return file.map(WatchedFile::mistake).orElse("");
    }

    /** The beginning of the SHA-256 of the text that counts; empty without a file. */
    String hash() {
        return file.map(WatchedFile::hash).orElse("");
    }

    @Scheduled(every = "2s", delayed = "2s", concurrentExecution = ConcurrentExecution.SKIP)
    void readAgain() {
        file.ifPresent(FileRules::readAgain);
    }

    private static void readAgain(WatchedFile<Sited> watched) {
        Look look = watched.look();
        if (look == Look.REFUSED) {
            LOG.errorf(
                    "MEDEVAC-POLICY the last good site policy (sha256 %s) stays in force: %s",
                    watched.hash(), watched.mistake());
        } else if (look == Look.CHANGED) {
            tell(watched);
        }
    }

    private static void tell(WatchedFile<Sited> watched) {
        LOG.infof(
                "site policy in force: %d overrides, sha256 %s",
                watched.value().policy().overrides().size(), watched.hash());
    }

    private Sited sited(String text) {
        SitePolicy policy = SitePolicyFile.parse(text);
        return new Sited(shipped.with(policy), policy);
    }
}
