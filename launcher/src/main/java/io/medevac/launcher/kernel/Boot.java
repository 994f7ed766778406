package io.medevac.launcher.kernel;

import io.medevac.launcher.CommandFailure;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a machine said of itself when it was booted the last time.
 *
 * @param at when that was; the epoch when its log does not tell
 * @param gpus PCI addresses of its GPUs, domain:bus:device in lower case, in PCI order: the order
 *     that nvidia-smi counts in
 * @param uuids UUID by PCI address, as far as told
 */
public record Boot(Instant at, List<String> gpus, Map<String, String> uuids) {

    private static final Pattern BEGIN =
            Pattern.compile("^(\\S+) \\S+ kernel: \\[\\s*0\\.0+\\] Linux version ");
    private static final Pattern FOUND =
            Pattern.compile(
                    "\\bnvidia ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2})\\.0: enabling device");

    private static final Pattern NAMED =
            Pattern.compile(
                    "NVRM: GPU at PCI:([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}): (GPU-[0-9a-f-]+)");

    public Boot {
        gpus = List.copyOf(gpus);
        uuids = Map.copyOf(uuids);
    }

    /** The last boot in a kernel log. */
    static Boot lastIn(List<String> lines) {
        Instant at = Instant.EPOCH;
        TreeSet<String> gpus = new TreeSet<>();
        Map<String, String> uuids = new HashMap<>();
        for (String line : lines) {
            Matcher begin = BEGIN.matcher(line);
            if (begin.find()) {
                at = OffsetDateTime.parse(begin.group(1)).toInstant();
                gpus.clear();
                uuids.clear();
            }
            Matcher gpu = FOUND.matcher(line);
            if (gpu.find()) {
                gpus.add(gpu.group(1));
            }
            Matcher named = NAMED.matcher(line);
            if (named.find()) {
                uuids.put(named.group(1), named.group(2));
            }
        }
        return new Boot(at, List.copyOf(gpus), uuids);
    }

    /**
     * PCI address of a GPU.
     *
     * @throws CommandFailure when there is no such GPU: exit code 2
     */
    public String gpu(int index) {
        if (index < 0 || index >= gpus.size()) {
            throw CommandFailure.usage(
                    "there is no GPU %d; the node has %s"
                            .formatted(
                                    index, gpus.isEmpty() ? "none" : "0 to " + (gpus.size() - 1)));
        }
        return gpus.get(index);
    }
}
