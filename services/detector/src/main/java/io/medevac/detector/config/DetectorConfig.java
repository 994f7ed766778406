package io.medevac.detector.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Configuration of the detector. An unknown key below the prefix stops the start. */
@ConfigMapping(prefix = "medevac.detector")
public interface DetectorConfig {

    /**
     * How long a fault waits for Kubernetes to show the boot it belongs to, when the kernel's first
     * line came before the kubelet's first report. Then it is reported with an unknown boot, and
     * nothing is repaired. More than 0.
     */
    @WithDefault("60s")
    Duration bootTimeout();

    /** Kernel logs. */
    KernelLog kernelLog();

    /** What is taken in by HTTP. */
    Http http();

    /** Alerts of Alertmanager. */
    Alerts alerts();

    /** Who may send alerts in beside those that show a token. */
    interface Alerts {

        /**
         * File with the secret that calls may be signed with in place of a token, as Standard
         * Webhooks says ({@code webhook-id}, {@code webhook-timestamp}, {@code webhook-signature});
         * {@code whsec_} and base64 of 24 to 64 bytes, further lines are further secrets. Read at
         * each request. Without it no signature counts.
         */
        Optional<Path> hmacSecretFile();
    }

    /** What others may send in. */
    interface Http {

        /**
         * File with the token that a sender shows ({@code Authorization: Bearer TOKEN}), of 16 or
         * more of {@code A-Za-z0-9._~+/=-}; further lines are further tokens, so that one can be
         * replaced without a gap. Read at each request. Without it nothing is taken in by HTTP.
         */
        Optional<Path> tokenFile();
    }

    /** Where kernel logs come from. */
    interface KernelLog {

        /**
         * Absolute path of the kernel logs to follow, with {node} in place of the node's name, as a
         * whole folder or a part of the file's name: /var/log/nodes/{node}/kern.log. Rotation by
         * renaming and by truncation is followed. Without it no file is followed.
         */
        Optional<String> files();

        /**
         * Topic that log shippers fill, one or more lines a record: plain text keyed by the node's
         * name, or a JSON object of Fluent Bit, Vector or rsyslog.
         */
        @WithDefault("medevac.kernel-log")
        String topic();

        /**
         * How often files are looked at when the file system does not tell of a change by itself
         * (network file systems); 10 ms or more.
         */
        @WithDefault("250ms")
        Duration pollInterval();

        /** How often the position in a file that says nothing is stored; more than 0. */
        @WithDefault("10s")
        Duration checkpointInterval();

        /** Files read at the same time in this process; 1 or more. */
        @WithDefault("4")
        int readers();
    }
}
