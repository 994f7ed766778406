package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.ExternalCommand;
import io.medevac.launcher.stack.StackAddresses;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What the bare calls take on this machine, on the running stack, without any of our services. */
final class Floors {
    private static final int TIMES = 100;
    private static final int COMMANDS = 20;
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Pattern PROXY = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    private final StackAddresses stack;

    Floors(StackAddresses stack) {
        this.stack = stack;
    }

    /** One record, acknowledged by all replicas, until a consumer that waits for it has it. */
    Percentiles kafkaRoundTrip() throws InterruptedException {
        TopicPartition partition = new TopicPartition("medevac.kernel-log", 0);
        List<Duration> took = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(
                                properties(
                                        stack.kafkaClientOf("log-shipper"), Map.of("acks", "all")),
                                new ByteArraySerializer(),
                                new ByteArraySerializer());
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(
                                properties(stack.kafkaClient(), Map.of()),
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToEnd(List.of(partition));
            consumer.position(partition);
            byte[] line = "bench: nothing happened".getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < TIMES; i++) {
                long begun = System.nanoTime();
                producer.send(
                                new ProducerRecord<>(
                                        partition.topic(), partition.partition(), null, line))
                        .get();
                while (consumer.poll(DEADLINE).isEmpty()) {
                    if (System.nanoTime() - begun > DEADLINE.toNanos()) {
                        throw new CommandFailure("Kafka does not give back what it was given");
                    }
                }
                took.add(Duration.ofNanos(System.nanoTime() - begun));
            }
        } catch (ExecutionException e) {
            throw new CommandFailure("Kafka does not take a record: " + e.getMessage(), e);
        }
        return new Percentiles(took);
    }

    /** PATCH of one annotation of a Node, through a proxy on this machine. */
    Percentiles nodePatch(String node) throws InterruptedException {
        ExternalCommand proxy = stack.lab().client("kubectl", "proxy", "--port=0");
        ProcessBuilder builder = new ProcessBuilder(proxy.command());
        builder.environment().putAll(proxy.environment());
        Process process = null;
        // An offer to upgrade to HTTP/2 is an upgrade like that of exec to the proxy.
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            process = builder.start();
            URI target = proxied(process.inputReader(StandardCharsets.UTF_8), node);
            List<Duration> took = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                HttpRequest patch =
                        HttpRequest.newBuilder(target)
                                .timeout(DEADLINE)
                                .header("Content-Type", "application/merge-patch+json")
                                .method(
                                        "PATCH",
                                        HttpRequest.BodyPublishers.ofString(
                                                annotation(
                                                        i == TIMES - 1 ? "null" : "\"" + i + '"')))
                                .build();
                long begun = System.nanoTime();
                int status = http.send(patch, HttpResponse.BodyHandlers.discarding()).statusCode();
                took.add(Duration.ofNanos(System.nanoTime() - begun));
                if (status != 200) {
                    throw new CommandFailure("the API server answered a patch with " + status);
                }
            }
            return new Percentiles(took);
        } catch (IOException e) {
            throw new CommandFailure("the API server does not answer: " + e.getMessage(), e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    private static URI proxied(BufferedReader output, String node) throws IOException {
        String line = output.readLine();
        Matcher port = PROXY.matcher(line == null ? "" : line);
        if (!port.find()) {
            throw new IOException("kubectl proxy said: " + line);
        }
        return URI.create("http://127.0.0.1:" + port.group(1) + "/api/v1/nodes/" + node);
    }

    private static String annotation(String value) {
        return "{\"metadata\":{\"annotations\":{\"bench.example/count\":" + value + "}}}";
    }

    /** scontrol update of one Slurm node, as a process. */
    Percentiles scontrolUpdate(String node) throws InterruptedException {
        Map<String, String> environment = stack.variables();
        String update = "exec scontrol update NodeName=" + node + " Extra=bench";
        ExternalCommand command = new ExternalCommand(List.of("sh", "-c", update), environment);
        List<Duration> took = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            long begun = System.nanoTime();
            command.output(DEADLINE);
            took.add(Duration.ofNanos(System.nanoTime() - begun));
        }
        return new Percentiles(took);
    }

    private static Map<String, Object> properties(
            Map<String, String> client, Map<String, String> further) {
        Map<String, Object> all = new HashMap<>(client);
        all.putAll(further);
        return all;
    }
}
