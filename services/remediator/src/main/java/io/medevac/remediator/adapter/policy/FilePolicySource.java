package io.medevac.remediator.adapter.policy;

import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.messaging.WatchedFile;
import io.medevac.messaging.WatchedFile.Look;
import io.medevac.remediator.application.MakeIncidentsDue;
import io.medevac.remediator.config.PolicyFile;
import io.medevac.remediator.config.RemediatorConfig;
import io.medevac.remediator.port.PolicySource;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The policy of the file, read again when it changes. */
@ApplicationScoped
@Startup
class FilePolicySource implements PolicySource {
    private static final Logger LOG = Logger.getLogger(FilePolicySource.class);

    private static final int MAX_BYTES = 1 << 20;

    private final RemediatorConfig config;
    private final MakeIncidentsDue incidents;
    private final RemediationPolicy builtIn;
    private final Optional<WatchedFile<RemediationPolicy>> file;

    FilePolicySource(RemediatorConfig config, MakeIncidentsDue incidents) {
        this.config = config;
        this.incidents = incidents;
        this.builtIn = configured(new RemediationPolicy(base(), Map.of(), List.of()));
        this.file = open();
    }

    @Override
    public RemediationPolicy current() {
        return file.map(WatchedFile::value).orElse(builtIn);
    }

    /** What is wrong with the file as it is now; empty when nothing is. */
    String mistake() {
        return file.map(WatchedFile::mistake).orElse("");
    }

    @Scheduled(every = "2s", delayed = "2s")
    void readAgain() {
        file.ifPresent(this::readAgain);
    }

    private void readAgain(WatchedFile<RemediationPolicy> watched) {
        RemediationPolicy before = watched.value();
        Look look = watched.look();
        if (look == Look.REFUSED) {
            LOG.errorf("MEDEVAC-POLICY the last good policy stays in force: %s", watched.mistake());
        } else if (!watched.value().equals(before)) {
            LOG.infof("policy changed: %s", watched.value());
            incidents.onPolicyChange();
        }
    }

    /** A mistake stops the start, with one line and no stack trace. */
    private Optional<WatchedFile<RemediationPolicy>> open() {
        try {
            return config.policyFile()
                    .map(
                            path ->
                                    WatchedFile.open(
                                            path,
                                            MAX_BYTES,
                                            text -> configured(PolicyFile.parse(text, base()))));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage());
        }
    }

    private RemediationPolicy configured(RemediationPolicy policy) {
        return config.mode().map(policy::withMode).orElse(policy);
    }

    private PoolPolicy base() {
        return PoolPolicy.DEFAULT
                .withMode(config.defaultMode())
                .withCooldown(config.defaultCooldown());
    }
}
