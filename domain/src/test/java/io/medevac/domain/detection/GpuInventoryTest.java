package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.Gpu;
import org.junit.jupiter.api.Test;

class GpuInventoryTest {
    private static final GpuInventory GPUS =
            GpuInventory.EMPTY
                    .withEnabled("0000:9b:00")
                    .withEnabled("0000:19:00")
                    .withEnabled("0000:cb:00")
                    .withEnabled("0000:19:00")
                    .withUuid("0000:9b:00", "GPU-9b")
                    .withUuid("0000:dd:00", "GPU-dd");

    @Test
    void countsInPciOrder() {
        assertThat(GPUS.gpuAt("0000:19:00")).isEqualTo(new Gpu(0, "0000:19:00", null));
        assertThat(GPUS.gpuAt("0000:9b:00")).isEqualTo(new Gpu(1, "0000:9b:00", "GPU-9b"));
        assertThat(GPUS.gpuAt("0000:cb:00")).isEqualTo(new Gpu(2, "0000:cb:00", null));
    }

    @Test
    void givesNoIndexToAGpuThatItHasNotSeenEnabled() {
        assertThat(GPUS.gpuAt("0000:dd:00")).isEqualTo(new Gpu(null, "0000:dd:00", "GPU-dd"));
    }

    @Test
    void knowsNothingOfAHiddenAddress() {
        assertThat(GPUS.gpuAt(null)).isEqualTo(Gpu.UNKNOWN);
    }
}
