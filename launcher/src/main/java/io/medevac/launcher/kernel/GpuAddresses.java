package io.medevac.launcher.kernel;

import io.medevac.launcher.CommandFailure;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The GPUs of a machine as its own boot messages name them, in PCI order: the order that nvidia-smi
 * counts in.
 *
 * @param addresses domain:bus:device, lower case
 */
public record GpuAddresses(List<String> addresses) {

    private static final Pattern BOOT = Pattern.compile("kernel: \\[\\s*0\\.0+\\] Linux version ");
    private static final Pattern FOUND =
            Pattern.compile(
                    "\\bnvidia ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2})\\.0: enabling device");

    public GpuAddresses {
        addresses = List.copyOf(addresses);
    }

    /** Those of the last boot in a kernel log. */
    static GpuAddresses in(List<String> lines) {
        TreeSet<String> found = new TreeSet<>();
        for (String line : lines) {
            if (BOOT.matcher(line).find()) {
                found.clear();
            }
            Matcher gpu = FOUND.matcher(line);
            if (gpu.find()) {
                found.add(gpu.group(1));
            }
        }
        return new GpuAddresses(List.copyOf(found));
    }

    /**
     * PCI address of a GPU.
     *
     * @throws CommandFailure when there is no such GPU: exit code 2
     */
    public String of(int index) {
        if (index < 0 || index >= addresses.size()) {
            throw CommandFailure.usage(
                    "there is no GPU %d; the node has %s"
                            .formatted(
                                    index,
                                    addresses.isEmpty()
                                            ? "none"
                                            : "0 to " + (addresses.size() - 1)));
        }
        return addresses.get(index);
    }
}
