package io.medevac.backing.exporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the dcgm-exporter of each node shows: one file a node, {@code nodes/NODE/dcgm.prom} in the
 * state folder. In the form of dcgm-exporter 4: metric, labels and their order.
 */
public final class ExporterPages {
    private static final String METRIC = "DCGM_FI_DEV_XID_ERRORS";
    private static final String HEAD =
            """
            # HELP %1$s Value of the last XID error encountered.
            # TYPE %1$s gauge
            """
                    .formatted(METRIC);
    private static final int NO_ERROR = 0;

    private final Path nodes;

    /** Those of one state folder. */
    public ExporterPages(Path state) {
        this.nodes = state.resolve("nodes");
    }

    /**
     * A GPU.
     *
     * @param pci address, domain:bus:device
     * @param uuid {@code GPU-…}
     */
    public record Gpu(String pci, String uuid) {}

    /** Shows a node without errors. */
    public void healthy(String node, List<Gpu> gpus) throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        for (int index = 0; index < gpus.size(); index++) {
            page.append(series(node, index, gpus.get(index))).append('\n');
        }
        write(node, page.toString());
    }

    /**
     * Lets a GPU of a node that is shown report an error.
     *
     * @return the series that tells it
     * @throws IOException when the node is not shown, or has no such GPU
     */
    public String fail(String node, int index, int xid, String text) throws IOException {
        StringBuilder page = new StringBuilder();
        String told = "";
        for (String line : Files.readAllLines(file(node))) {
            String shown = line;
            if (line.startsWith(METRIC + "{gpu=\"" + index + "\",")) {
                String labels = line.substring(0, line.indexOf(",err_code="));
                shown = labels + error(xid, text);
                told = shown;
            }
            page.append(shown).append('\n');
        }
        if (told.isEmpty()) {
            throw new IOException("the exporter of " + node + " shows no GPU " + index);
        }
        write(node, page.toString());
        return told;
    }

    /** The page of a node; null when it has none. */
    byte @Nullable [] page(String node) throws IOException {
        Path file = file(node);
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    private static String series(String node, int index, Gpu gpu) {
        String labels =
                ("%s{gpu=\"%d\",UUID=\"%s\",pci_bus_id=\"0000%s.0\",device=\"nvidia%d\","
                                + "modelName=\"emulated\",Hostname=\"%s\"")
                        .formatted(
                                METRIC,
                                index,
                                gpu.uuid(),
                                gpu.pci().toUpperCase(Locale.ROOT),
                                index,
                                node);
        return labels + error(NO_ERROR, "No Error");
    }

    private static String error(int xid, String text) {
        return ",err_code=\"%d\",err_msg=\"%s\"} %d".formatted(xid, text, xid);
    }

    private Path file(String node) {
        return nodes.resolve(node).resolve("dcgm.prom");
    }

    private void write(String node, String page) throws IOException {
        Path fresh = file(node).resolveSibling("dcgm.prom.new");
        Files.writeString(fresh, page);
        Files.move(
                fresh,
                file(node),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
