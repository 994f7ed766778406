package io.medevac.remediator.adapter.policy;

import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import io.medevac.remediator.application.MakeIncidentsDue;
import io.medevac.remediator.config.PolicyFile;
import io.medevac.remediator.config.RemediatorConfig;
import io.medevac.remediator.port.PolicySource;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jboss.logging.Logger;

/** The policy of the file, read again when it changes. */
@ApplicationScoped
@Startup
class FilePolicySource implements PolicySource {
    private static final Logger LOG = Logger.getLogger(FilePolicySource.class);

    private static final int MAX_BYTES = 1 << 20;

    private final RemediatorConfig config;
    private final MakeIncidentsDue incidents;
    private volatile Read read;

    FilePolicySource(RemediatorConfig config, MakeIncidentsDue incidents) {
        this.config = config;
        this.incidents = incidents;
        this.read = first();
    }

    /**
     * What was read last.
     *
     * @param text the file's text
     * @param policy the last good policy
     * @param mistake what is wrong with the text; empty when nothing is
     */
    private record Read(String text, RemediationPolicy policy, String mistake) {}

    @Override
    public RemediationPolicy current() {
        return read.policy();
    }

    /** What is wrong with the file as it is now; empty when nothing is. */
    String mistake() {
        return read.mistake();
    }

    @Scheduled(every = "2s", delayed = "2s")
    void readAgain() {
        Read before = read;
        try {
            String text = text();
            if (text.equals(before.text())) {
                return;
            }
            RemediationPolicy policy = policy(text);
            read = new Read(text, policy, "");
            if (!Objects.equals(policy, before.policy())) {
                LOG.infof("policy changed: %s", policy);
                incidents.onPolicyChange();
            }
        } catch (IllegalStateException e) {
            if (!before.mistake().equals(e.getMessage())) {
                LOG.errorf(
                        "MEDEVAC-POLICY the last good policy stays in force: %s", e.getMessage());
                read = new Read(before.text(), before.policy(), e.getMessage());
            }
        }
    }

    /** A mistake stops the start, with one line and no stack trace. */
    private Read first() {
        try {
            String text = text();
            return new Read(text, policy(text), "");
        } catch (IllegalStateException e) {
            throw new ConfigurationException(e.getMessage());
        }
    }

    private String text() {
        if (config.policyFile().isEmpty()) {
            return "";
        }
        Path file = config.policyFile().get();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IllegalStateException(
                        "policy file %s: is longer than %d bytes".formatted(file, MAX_BYTES));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("policy file " + file + ": cannot be read", e);
        }
    }

    private RemediationPolicy policy(String text) {
        try {
            RemediationPolicy policy =
                    text.isEmpty()
                            ? new RemediationPolicy(
                                    PoolPolicy.DEFAULT.withMode(config.defaultMode()),
                                    Map.of(),
                                    List.of())
                            : PolicyFile.parse(text, config.defaultMode());
            return config.mode().map(policy::withMode).orElse(policy);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "policy file %s: %s"
                            .formatted(
                                    config.policyFile().map(Path::toString).orElse("?"),
                                    e.getMessage()),
                    e);
        }
    }
}
