package io.medevac.domain.fault;

import org.jspecify.annotations.Nullable;

/**
 * A GPU as far as its place is known.
 *
 * @param index index on its node in PCI order, from 0, as nvidia-smi counts
 * @param pci PCI address, lower case, {@code domain:bus:device} ({@code 0000:9b:00})
 * @param uuid NVIDIA UUID ({@code GPU-…})
 */
public record Gpu(@Nullable Integer index, @Nullable String pci, @Nullable String uuid) {

    /** A GPU nothing is known of. */
    public static final Gpu UNKNOWN = new Gpu(null, null, null);

    /**
     * How a person reads it: {@code GPU 3}, else its PCI address, else its UUID, else {@code a
     * GPU}.
     */
    public String label() {
        if (index != null) {
            return "GPU " + index;
        }
        if (pci != null) {
            return "GPU " + pci;
        }
        return uuid != null ? uuid : "a GPU";
    }
}
