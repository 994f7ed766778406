package io.medevac.launcher.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What dcgm-exporter tells of a node with eight healthy GPUs: the metrics of its default list. Of
 * two scrapes of a node only the energy counters differ.
 */
final class ExporterPage {
    private static final int GPUS = 8;
    private static final String ENERGY = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION";
    private static final int COUNTER_DIGITS = 12;
    private static final int NODE_DIGITS = 8;

    private static final List<String> METRICS =
            List.of(
                    "DCGM_FI_DEV_SM_CLOCK",
                    "DCGM_FI_DEV_MEM_CLOCK",
                    "DCGM_FI_DEV_MEMORY_TEMP",
                    "DCGM_FI_DEV_GPU_TEMP",
                    "DCGM_FI_DEV_POWER_USAGE",
                    ENERGY,
                    "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
                    "DCGM_FI_DEV_GPU_UTIL",
                    "DCGM_FI_DEV_MEM_COPY_UTIL",
                    "DCGM_FI_DEV_ENC_UTIL",
                    "DCGM_FI_DEV_DEC_UTIL",
                    "DCGM_FI_DEV_XID_ERRORS",
                    "DCGM_FI_DEV_FB_FREE",
                    "DCGM_FI_DEV_FB_USED",
                    "DCGM_FI_DEV_FB_RESERVED",
                    "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
                    "DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS",
                    "DCGM_FI_DEV_ROW_REMAP_FAILURE",
                    "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
                    "DCGM_FI_DEV_VGPU_LICENSE_STATUS",
                    "DCGM_FI_PROF_GR_ENGINE_ACTIVE",
                    "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
                    "DCGM_FI_PROF_DRAM_ACTIVE",
                    "DCGM_FI_PROF_PCIE_TX_BYTES",
                    "DCGM_FI_PROF_PCIE_RX_BYTES");

    private final IntFunction<String> names;
    private final int nameLength;
    private final StringBuilder body = new StringBuilder();
    private final List<Integer> nameAt = new ArrayList<>();
    private final List<Integer> nodeAt = new ArrayList<>();
    private final List<Integer> counterAt = new ArrayList<>();
    private final byte[] text;

    /**
     * Of nodes with these names.
     *
     * @param names of a node by its number, from 0; all equally long, in ASCII
     */
    ExporterPage(IntFunction<String> names) {
        this.names = names;
        this.nameLength = names.apply(0).length();
        for (String metric : METRICS) {
            body.append("# HELP ").append(metric).append(" As exported by default.\n");
            body.append("# TYPE ").append(metric).append(" gauge\n");
            for (int gpu = 0; gpu < GPUS; gpu++) {
                series(metric, gpu);
            }
        }
        text = body.toString().getBytes(US_ASCII);
    }

    private void series(String metric, int gpu) {
        body.append(metric).append("{gpu=\"").append(gpu).append("\",UUID=\"GPU-");
        place(nodeAt, NODE_DIGITS);
        body.append(
                "-1111-2222-3333-44444444444%d\",pci_bus_id=\"00000000:%02X:00.0\",device=\"nvidia%d\""
                        .formatted(gpu, 0x17 + 0x12 * gpu, gpu));
        body.append(",modelName=\"NVIDIA H100 80GB HBM3\",Hostname=\"");
        place(nameAt, nameLength);
        body.append("\",DCGM_FI_DRIVER_VERSION=\"570.158.01\",container=\"pytorch\"");
        body.append(",namespace=\"train\",pod=\"worker-").append(gpu).append("\",pod_uid=\"\"} ");
        if (metric.equals(ENERGY)) {
            place(counterAt, COUNTER_DIGITS);
        } else {
            body.append('0');
        }
        body.append('\n');
    }

    private void place(List<Integer> places, int length) {
        places.add(body.length());
        body.append("0".repeat(length));
    }

    /** Bytes of a page. */
    int length() {
        return text.length;
    }

    /**
     * The page of a node.
     *
     * @param scrape what the energy counters show, 0 or more
     */
    byte[] of(int node, long scrape) {
        byte[] page = text.clone();
        byte[] name = names.apply(node).getBytes(US_ASCII);
        nameAt.forEach(at -> System.arraycopy(name, 0, page, at, nameLength));
        nodeAt.forEach(at -> digits(page, at, NODE_DIGITS, node));
        counterAt.forEach(at -> digits(page, at, COUNTER_DIGITS, scrape));
        return page;
    }

    private static void digits(byte[] page, int at, int count, long number) {
        long rest = number;
        for (int i = at + count - 1; i >= at; i--) {
            page[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
