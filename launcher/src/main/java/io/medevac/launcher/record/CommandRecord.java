package io.medevac.launcher.record;

import io.medevac.events.CommandKind;
import io.medevac.events.OperatorCommand;
import io.medevac.launcher.CommandFailure;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventTypes;
import io.medevac.wire.PermanentFailure;
import io.medevac.wire.SchemaRegistry;
import io.medevac.wire.TransientFailure;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a person did with this command line onto the topic of commands, of which it is the
 * writer.
 */
public final class CommandRecord {

    /** Stands for the whole cluster where a node could be named. */
    public static final String WHOLE_CLUSTER = "*";

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final Map<String, Object> producer;
    private final EventCodec codec;

    /**
     * A writer for one cluster.
     *
     * @param kafkaClient properties with which a client finds and logs in at Kafka
     */
    public CommandRecord(Map<String, String> kafkaClient, URI registry) {
        this.producer = new HashMap<>(kafkaClient);
        this.producer.put(ProducerConfig.ACKS_CONFIG, "all");
        this.producer.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) DEADLINE.toMillis());
        this.codec = new EventCodec(new SchemaRegistry(registry));
    }

    /** The command to write a kernel line. */
    public static OperatorCommand inject(
            String cluster,
            String node,
            String reason,
            Map<String, String> parameters,
            Instant now) {
        return OperatorCommand.newBuilder()
                .setHeader(new EventHeaders(cluster).next(null, node, now, null))
                .setCommand(CommandKind.INJECT)
                .setOperator(operator())
                .setReason(reason)
                .setParameters(parameters)
                .build();
    }

    /**
     * The command to do something.
     *
     * @param incident the incident it is about; null when about none
     * @param node the node it is about, or {@link #WHOLE_CLUSTER}
     */
    public static OperatorCommand order(
            CommandKind kind,
            String cluster,
            @Nullable UUID incident,
            String node,
            String reason,
            Instant now) {
        return OperatorCommand.newBuilder()
                .setHeader(new EventHeaders(cluster).next(incident, node, now, null))
                .setCommand(kind)
                .setOperator(operator())
                .setReason(reason)
                .setParameters(Map.of())
                .build();
    }

    /**
     * Writes it; returns when Kafka has it.
     *
     * @throws CommandFailure when Kafka or the registry does not answer
     */
    public void write(OperatorCommand command) throws InterruptedException {
        try (KafkaProducer<String, byte[]> kafka =
                new KafkaProducer<>(producer, new StringSerializer(), new ByteArraySerializer())) {
            ProducerRecord<String, byte[]> record =
                    new ProducerRecord<>(
                            EventTypes.topicOf(command),
                            EventTypes.keyOf(command.getHeader()),
                            codec.encode(command));
            describe(command, record.headers());
            kafka.send(record).get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException
                | TimeoutException
                | TransientFailure
                | PermanentFailure
                | org.apache.kafka.common.KafkaException e) {
            throw new CommandFailure("the command was not recorded: " + e.getMessage(), e);
        }
    }

    private static void describe(OperatorCommand command, Headers headers) {
        put(headers, "ce_id", command.getHeader().getEventId().toString());
        put(headers, "ce_type", command.getSchema().getFullName());
        put(headers, "ce_source", "medevac/launcher");
        put(headers, "ce_time", command.getHeader().getOccurredAt().toString());
        put(headers, "ce_subject", EventTypes.keyOf(command.getHeader()));
    }

    private static void put(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private static String operator() {
        return System.getProperty("user.name") + "@" + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
