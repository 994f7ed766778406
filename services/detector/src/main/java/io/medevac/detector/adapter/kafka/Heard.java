package io.medevac.detector.adapter.kafka;

import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.smallrye.reactive.messaging.kafka.KafkaRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a record of the kernel log topic tells of one node.
 *
 * @param message to acknowledge
 * @param chunk its lines
 */
record Heard(
        KafkaRecord<byte[], byte[]> message,
        ConsumerRecord<byte[], byte[]> record,
        RawChunk chunk) {

    /**
     * What can be taken in together, in order: of each node the chunks of one partition that are
     * all fresh or all old. What comes after something else of the same node has to wait for that.
     */
    static List<List<Heard>> rounds(List<Heard> all) {
        List<List<Heard>> rounds = new ArrayList<>();
        Map<String, Heard> last = new HashMap<>();
        Map<String, Integer> rounded = new HashMap<>();
        for (Heard each : all) {
            String node = each.chunk().node();
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
        return chunk.stream().equals(next.chunk.stream())
                && chunk.latestBoot() == next.chunk.latestBoot();
    }

    /** The lines of a round, node by node. */
    static List<RawChunk> chunks(List<Heard> round) {
        Map<String, List<RawChunk>> ofNodes = new LinkedHashMap<>();
        for (Heard each : round) {
            ofNodes.computeIfAbsent(each.chunk().node(), node -> new ArrayList<>())
                    .add(each.chunk());
        }
        return ofNodes.values().stream().map(Heard::together).toList();
    }

    private static RawChunk together(List<RawChunk> ofNode) {
        RawChunk last = ofNode.getLast();
        List<RawLine> lines = ofNode.stream().flatMap(chunk -> chunk.lines().stream()).toList();
        return new RawChunk(
                last.source(),
                last.stream(),
                last.node(),
                last.origin(),
                last.follows(),
                last.end(),
                last.latestBoot(),
                last.checkpoint(),
                lines);
    }
}
