package io.medevac.detector.adapter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.port.Measurements.Source;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class HeardTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofHours(1));

    @Test
    void takesInManyNodesTogetherAndTheRecordsOfOneAsOneStretch() {
        List<List<Heard>> rounds =
                Heard.rounds(
                        List.of(
                                heard("gpu-1", 0, 10, NOW),
                                heard("gpu-2", 0, 11, NOW),
                                heard("gpu-1", 0, 12, NOW)));

        assertThat(rounds).hasSize(1);
        List<RawChunk> chunks = Heard.chunks(rounds.getFirst());
        assertThat(chunks).extracting(RawChunk::node).containsExactly("gpu-1", "gpu-2");
        assertThat(chunks.getFirst().end()).isEqualTo(13);
        assertThat(chunks.getFirst().lines())
                .extracting(line -> line.position() + "/" + line.part() + " " + line.text())
                .containsExactly("10/0 a 10", "10/1 b", "12/0 a 12", "12/1 b");
    }

    @Test
    void letsWhatIsFreshWaitForWhatIsOldAndOnePartitionForAnother() {
        List<List<Heard>> rounds =
                Heard.rounds(
                        List.of(
                                heard("gpu-1", 0, 10, OLD),
                                heard("gpu-1", 0, 11, NOW),
                                heard("gpu-2", 0, 12, NOW),
                                heard("gpu-1", 3, 7, NOW)));

        assertThat(rounds)
                .extracting(round -> round.stream().map(each -> each.record().offset()).toList())
                .containsExactly(List.of(10L, 12L), List.of(11L), List.of(7L));
        assertThat(Heard.chunks(rounds.getFirst()).getFirst().latestBoot()).isFalse();
        assertThat(Heard.chunks(rounds.get(1)).getFirst().latestBoot()).isTrue();
    }

    @Test
    void keepsTheOrderOfEachNodeAndOneStretchOfItARound() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            List<Heard> all = new ArrayList<>();
            for (int offset = 0; offset < 40; offset++) {
                Instant at = random.nextInt(4) == 0 ? OLD : NOW;
                all.add(heard("gpu-" + random.nextInt(4), random.nextInt(2), offset, at));
            }

            List<List<Heard>> rounds = Heard.rounds(all);

            assertThat(rounds.stream().flatMap(List::stream)).hasSameSizeAs(all);
            for (int node = 0; node < 4; node++) {
                String name = "gpu-" + node;
                assertThat(rounds.stream().flatMap(List::stream).filter(each -> of(each, name)))
                        .containsExactlyElementsOf(
                                all.stream().filter(each -> of(each, name)).toList());
            }
            for (List<Heard> round : rounds) {
                assertThat(Heard.chunks(round)).extracting(RawChunk::node).doesNotHaveDuplicates();
                assertThat(Heard.chunks(round)).hasSizeLessThanOrEqualTo(4);
            }
        }
    }

    private static boolean of(Heard heard, String node) {
        return heard.chunk().node().equals(node);
    }

    private static Heard heard(String node, int partition, long offset, Instant sentAt) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>("medevac.kernel-log", partition, offset, null, null);
        String origin = "kafka:medevac.kernel-log/" + partition;
        RawChunk chunk =
                new RawChunk(
                        Source.TOPIC,
                        origin,
                        node,
                        origin,
                        null,
                        offset + 1,
                        !sentAt.equals(OLD),
                        false,
                        List.of(
                                new RawLine(offset, 0, sentAt, true, "a " + offset),
                                new RawLine(offset, 1, sentAt, true, "b")));
        return new Heard(
                new IncomingKafkaRecord<>(record, "kernel-log", 0, null, null, false),
                record,
                chunk);
    }
}
