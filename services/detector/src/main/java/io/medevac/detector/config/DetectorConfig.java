package io.medevac.detector.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

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

    /**
     * YAML file in which the site says what it wants otherwise than the catalogue ({@code
     * k8s/examples/site-policy.yaml}, {@code docs/site-policy.schema.json}); at most 1 MiB. Read
     * again within seconds when it changes; a file with a mistake stops the start, and later leaves
     * the last good one in force. Without a file the catalogue holds.
     */
    Optional<Path> policyFile();

    /** Kernel logs. */
    KernelLog kernelLog();

    /** What Kubernetes says of nodes. */
    Conditions conditions();

    /** What health agents write onto nodes. */
    interface Conditions {

        /**
         * Whether conditions of nodes, events about nodes and taints of devices are signals. Off,
         * nodes are still read for their boots.
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * Namespaces whose events about nodes are believed: whoever may write events into another
         * one must not be able to take out a node. Kubelets and most agents write into {@code
         * default}.
         */
        @WithDefault("default,kube-system")
        Set<String> eventNamespaces();

        /**
         * How long a node must show fewer allocatable GPUs than it has before that is a signal: a
         * device plugin that starts anew offers none for a while. 0 or more.
         */
        @WithDefault("60s")
        Duration settleTime();
    }

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

        /**
         * Longest body, as sent and as unpacked: 1K to 64M, or a number of bytes. Each request that
         * is being taken in needs some times as much memory.
         */
        @WithDefault("4M")
        MemorySize maxBody();

        /** How long a body may take to come; 1 ms or more. */
        @WithDefault("10s")
        Duration bodyTimeout();

        /**
         * Requests taken in at the same time in this process; who comes when there are as many is
         * answered 503 and sends it again. 1 to 256.
         */
        @WithDefault("8")
        int concurrency();
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
         * Whether the kernel's buffer of this machine is read, where the detector runs on the GPU
         * node itself: {@code true} for /dev/kmsg, or an absolute path to that device. Reading it
         * needs root or CAP_SYSLOG where the kernel restricts it (dmesg_restrict).
         */
        Optional<String> kmsg();

        /** Name of the Kubernetes node that this process runs on; needed with {@code kmsg}. */
        @WithDefault("${NODE_NAME:}")
        Optional<String> node();

        /**
         * Topic that log shippers fill, one or more lines a record: a JSON object of Fluent Bit,
         * Vector, rsyslog or journald, or plain text; of the node that a field, the record's key or
         * the line names (docs/shipping-kernel-logs.md).
         */
        @WithDefault("medevac.kernel-log")
        String topic();

        /**
         * Whether the host that a shipped line names must be the node that its record or request
         * names. Where they differ the line is counted and nothing is done for it. false where
         * hosts have other names than their Kubernetes nodes.
         */
        @WithDefault("true")
        boolean compareHosts();

        /**
         * How long a node whose kernel log was heard may send nothing at all, no kernel's line and
         * no other, until it is reported as blind, at most half as long again; 1 s or more. Without
         * it silence says nothing, for a healthy kernel may be silent for days: with it every node
         * needs a heartbeat (docs/shipping-kernel-logs.md).
         */
        Optional<Duration> blindAfter();

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
