package io.medevac.detector.adapter.kmsg;

import io.medevac.detector.adapter.shipped.NodeNames;
import io.medevac.detector.config.DetectorConfig.KernelLog;
import java.nio.file.Path;
import java.util.Optional;

/** Which device is read, as configured. */
public final class KmsgDevice {
    private static final Path USUAL = Path.of("/dev/kmsg");

    private KmsgDevice() {}

    /**
     * The device; empty when none is read.
     *
     * @throws IllegalArgumentException with the key, when it is no absolute path, or the node's
     *     name is missing or none that Kubernetes allows
     */
    public static Optional<Path> of(KernelLog config) {
        Optional<Path> device = config.kmsg().flatMap(KmsgDevice::device);
        String node = config.node().orElse("");
        if (device.isPresent() && !NodeNames.allowed(node)) {
            throw new IllegalArgumentException(
                    "medevac.detector.kernel-log.node: must be the name of this Kubernetes node (or"
                            + " NODE_NAME in the environment) where kmsg is read, is: "
                            + node);
        }
        return device;
    }

    private static Optional<Path> device(String said) {
        return switch (said) {
            case "false" -> Optional.empty();
            case "true" -> Optional.of(USUAL);
            default -> {
                Path path = Path.of(said);
                if (!path.isAbsolute()) {
                    throw new IllegalArgumentException(
                            "medevac.detector.kernel-log.kmsg: must be true, false or an absolute"
                                    + " path, is: "
                                    + said);
                }
                yield Optional.of(path);
            }
        };
    }
}
