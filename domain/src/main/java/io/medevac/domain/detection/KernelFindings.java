package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelFact.GpuEnabled;
import io.medevac.domain.detection.KernelFact.GpuIdentified;
import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.xid.DriverVersion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of kernel logs of any nodes into findings. Keeps what earlier records told of
 * each node: its GPUs and its driver; a new boot forgets it.
 */
public final class KernelFindings {
    private static final int MOST_NODES = 4096;
    private static final int MOST_GPUS = 256;
    private static final Told NOTHING = new Told(GpuInventory.EMPTY, null);

    private final KernelMeaning meaning;
    private final @Nullable String node;
    private final @Nullable DriverVersion driver;
    private final Map<String, Told> told =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Told> eldest) {
                    return size() > MOST_NODES;
                }
            };

    /**
     * @param node the node of records that name none; null when not known
     * @param driver driver of nodes whose log did not show it; null when not known
     */
    public KernelFindings(
            FaultCatalogue catalogue, @Nullable String node, @Nullable DriverVersion driver) {
        this.meaning = new KernelMeaning(catalogue);
        this.node = node;
        this.driver = driver;
    }

    /** What the record means; empty for one that only other records make use of. */
    public Optional<Finding> find(KernelRecord said) {
        String key = said.node() == null ? "" : said.node();
        Told known = told.getOrDefault(key, NOTHING);
        switch (said.fact()) {
            case BootStarted boot -> told.remove(key);
            case GpuIdentified gpu ->
                    learn(key, known.with(known.gpus().withUuid(gpu.pci(), gpu.uuid())));
            case GpuEnabled gpu -> learn(key, known.with(known.gpus().withEnabled(gpu.pci())));
            case Observed observed ->
                    observed.driver()
                            .ifPresent(loaded -> learn(key, new Told(known.gpus(), loaded)));
            default -> {}
        }
        Told now = told.getOrDefault(key, NOTHING);
        return meaning.of(named(said), now.gpus(), now.driver() == null ? driver : now.driver());
    }

    private KernelRecord named(KernelRecord said) {
        return said.node() != null || node == null
                ? said
                : new KernelRecord(said.line(), node, said.fact(), said.text(), said.at());
    }

    private void learn(String key, Told more) {
        if (more.gpus().enabled().size() + more.gpus().uuids().size() <= MOST_GPUS) {
            told.put(key, more);
        }
    }

    private record Told(GpuInventory gpus, @Nullable DriverVersion driver) {
        Told with(GpuInventory more) {
            return new Told(more, driver);
        }
    }
}
