package io.medevac.detector.adapter.kmsg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The buffer of the machine that runs the test. */
class DevKmsgIT extends KernelBufferContract {
    private static final Path DEVICE = Path.of("/dev/kmsg");

    @BeforeEach
    void mayBeRead() {
        try (FileChannel device = FileChannel.open(DEVICE)) {
            assertThat(device.isOpen()).isTrue();
        } catch (IOException e) {
            Assumptions.abort("this user may not read " + DEVICE + ": " + e);
        }
    }

    @Override
    protected KernelBuffer buffer() {
        return new DevKmsg(DEVICE);
    }

    @Test
    void theBootIsNamedAsTheKubeletNamesIt() throws IOException {
        assertThat(buffer().bootId()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }
}
