package io.medevac.backing.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a single broker for one machine is told wherever it runs, as a process or a container. */
public final class BrokerSettings {

    private BrokerSettings() {}

    /** Broker properties that name no address, no folder and nobody. */
    public static Map<String, String> common() {
        Map<String, String> config = new HashMap<>();
        config.put("auto.create.topics.enable", "false");
        // A single broker holds every copy there is.
        config.put("offsets.topic.replication.factor", "1");
        config.put("offsets.topic.num.partitions", "4");
        config.put("transaction.state.log.replication.factor", "1");
        config.put("transaction.state.log.min.isr", "1");
        config.put("transaction.state.log.num.partitions", "4");
        config.put("share.coordinator.state.topic.replication.factor", "1");
        config.put("share.coordinator.state.topic.min.isr", "1");
        // After a crash the new process must wait until the old one's session is over: 4 s instead
        // of 12 s.
        config.put("broker.session.timeout.ms", "2000");
        config.put("broker.heartbeat.interval.ms", "500");
        config.put("group.initial.rebalance.delay.ms", "0");
        // Sized for one machine: threads, cleaner buffer, and index files that stay small.
        config.put("num.network.threads", "2");
        config.put("num.io.threads", "4");
        config.put("num.recovery.threads.per.data.dir", "2");
        config.put("background.threads", "2");
        config.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        config.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        return config;
    }

    /**
     * Whoever connects logs in, at the controller's port too; what no rule allows is refused.
     *
     * @param listeners names of all listeners; brokers use the first among each other
     */
    public static Map<String, String> security(KafkaLogins logins, List<String> listeners) {
        Map<String, String> config = new HashMap<>();
        config.put(
                "listener.security.protocol.map",
                listeners.stream()
                        .map(listener -> listener + ":SASL_PLAINTEXT")
                        .collect(Collectors.joining(",")));
        config.put("inter.broker.listener.name", listeners.getFirst());
        config.put("sasl.enabled.mechanisms", KafkaLogins.MECHANISM);
        config.put("sasl.mechanism.inter.broker.protocol", KafkaLogins.MECHANISM);
        config.put("sasl.mechanism.controller.protocol", KafkaLogins.MECHANISM);
        for (String listener : listeners) {
            config.put(
                    "listener.name.%s.%s.sasl.jaas.config"
                            .formatted(
                                    listener.toLowerCase(Locale.ROOT),
                                    KafkaLogins.MECHANISM.toLowerCase(Locale.ROOT)),
                    logins.brokerJaasConfig());
        }
        config.put(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        config.put("super.users", "User:" + KafkaLogins.ADMIN);
        config.put("allow.everyone.if.no.acl.found", "false");
        return config;
    }
}
