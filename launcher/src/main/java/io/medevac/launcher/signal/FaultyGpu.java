package io.medevac.launcher.signal;

import io.medevac.launcher.kernel.Boot;

/**
 * A GPU that reports an error.
 *
 * @param node its node
 * @param index its index in PCI order, from 0
 * @param pci its PCI address, domain:bus:device
 * @param xid number of the error
 * @param text what the driver says of it
 */
public record FaultyGpu(String node, int index, String pci, int xid, String text) {

    /**
     * The GPU of a node that was booted.
     *
     * @throws io.medevac.launcher.CommandFailure when it has no such GPU: exit code 2
     */
    public static FaultyGpu of(String node, Boot boot, int index, int xid, String text) {
        return new FaultyGpu(node, index, boot.gpu(index), xid, text);
    }
}
