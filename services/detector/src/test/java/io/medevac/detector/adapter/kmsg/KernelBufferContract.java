package io.medevac.detector.adapter.kmsg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.adapter.kmsg.KernelBuffer.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every ring must do; it holds some records at least. */
abstract class KernelBufferContract {
    private static final int SOME = 20;

    protected abstract KernelBuffer buffer();

    @Test
    void recordsRiseByOne() throws IOException {
        List<KmsgRecord> records = some();

        for (int i = 1; i < records.size(); i++) {
            assertThat(records.get(i).sequence()).isEqualTo(records.get(i - 1).sequence() + 1);
        }
    }

    @Test
    void anotherReaderBeginsAtTheSameRecord() throws IOException {
        assertThat(some().getFirst()).isEqualTo(some().getFirst());
    }

    @Test
    void theClockIsNotBehindTheRecords() throws IOException {
        Duration said = some().getLast().uptime();

        assertThat(buffer().uptime()).isGreaterThanOrEqualTo(said.minusSeconds(1));
    }

    @Test
    void theBootHasOneIdentity() throws IOException {
        assertThat(buffer().bootId()).isNotBlank().isEqualTo(buffer().bootId());
    }

    @Test
    void closingEndsAReadThatWaits() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Records records = buffer().open();
        try {
            CompletableFuture<Void> reading =
                    CompletableFuture.runAsync(() -> readToItsEnd(records), thread);
            records.close();

            assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UncheckedIOException.class);
        } finally {
            thread.shutdownNow();
        }
    }

    private static void readToItsEnd(Records records) {
        try {
            while (true) {
                assertThat(records.next()).isNotEmpty();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<KmsgRecord> some() throws IOException {
        List<KmsgRecord> some = new ArrayList<>();
        try (Records records = buffer().open()) {
            while (some.size() < SOME) {
                some.addAll(records.next());
            }
        }
        return some;
    }
}
