package io.medevac.detector.adapter.kafka;

import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.wire.PermanentFailure;
import io.smallrye.reactive.messaging.kafka.KafkaRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of the kernel log topic that could be read.
 *
 * @param message to acknowledge
 * @param kernel what it says
 * @param fresh whether no other boot can have begun since, as far as its age tells
 */
record Heard(
        KafkaRecord<byte[], byte[]> message,
        ConsumerRecord<byte[], byte[]> record,
        KernelRecord kernel,
        boolean fresh) {

    /**
     * Reads a record.
     *
     * @param freshFrom records that were sent before are old
     * @throws PermanentFailure when it names no node or has no line
     */
    static Heard of(
            KafkaRecord<byte[], byte[]> message,
            ConsumerRecord<byte[], byte[]> record,
            Instant freshFrom) {
        boolean fresh = record.timestamp() > freshFrom.toEpochMilli();
        return new Heard(message, record, KernelRecord.of(record.key(), record.value()), fresh);
    }

    /**
     * What can be taken in together, in order: of each node the records of one partition that are
     * all fresh or all old. What comes after something else of the same node has to wait for that.
     */
    static List<List<Heard>> rounds(List<Heard> all) {
        List<List<Heard>> rounds = new ArrayList<>();
        Map<String, Heard> last = new HashMap<>();
        Map<String, Integer> rounded = new HashMap<>();
        for (Heard each : all) {
            String node = each.kernel().node();
            Heard before = last.put(node, each);
            int round = rounded.getOrDefault(node, 0);
            if (before != null && !before.goesOnWith(each)) {
                round++;
            }
            rounded.put(node, round);
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(each);
        }
        return rounds;
    }

    private boolean goesOnWith(Heard next) {
        return record.partition() == next.record.partition() && fresh == next.fresh;
    }

    /** The lines of a round, node by node. */
    static List<RawChunk> chunks(List<Heard> round) {
        Map<String, List<Heard>> ofNodes = new LinkedHashMap<>();
        for (Heard each : round) {
            ofNodes.computeIfAbsent(each.kernel().node(), node -> new ArrayList<>()).add(each);
        }
        return ofNodes.values().stream().map(Heard::chunk).toList();
    }

    private static RawChunk chunk(List<Heard> ofNode) {
        Heard last = ofNode.getLast();
        String origin = "kafka:" + last.record().topic() + "/" + last.record().partition();
        List<RawLine> lines = new ArrayList<>();
        ofNode.forEach(each -> each.addTo(lines));
        return new RawChunk(
                Source.TOPIC,
                origin,
                last.kernel().node(),
                origin,
                null,
                last.record().offset() + 1,
                last.fresh(),
                false,
                lines);
    }

    private void addTo(List<RawLine> lines) {
        Instant sentAt = Instant.ofEpochMilli(record.timestamp());
        int part = 0;
        for (String line : kernel.lines()) {
            lines.add(new RawLine(record.offset(), part++, sentAt, kernel.kernel(), line));
        }
    }
}
