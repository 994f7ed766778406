package io.medevac.detector.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Which exporters of DCGM (dcgm-exporter) the detector asks, and how. */
@ConfigMapping(prefix = "medevac.detector.dcgm")
public interface DcgmConfig {

    /**
     * Pages to scrape, separated by commas: gpu-7=http://10.0.0.7:9400/metrics, the page of the
     * node gpu-7, or only the URL, for a page whose labels name the Kubernetes node (Hostname,
     * node): an aggregator's, or an exporter that is given NODE_NAME. No user and password in it.
     */
    Optional<List<String>> targets();

    /**
     * Whether to scrape the pods of dcgm-exporter that Kubernetes shows; the node of a page is the
     * pod's. Who can create pods in these namespaces can claim faults of the nodes that they run
     * on.
     */
    @WithDefault("false")
    boolean discover();

    /** Namespaces to look for pods in, separated by commas. Without it: all. */
    Optional<List<String>> namespaces();

    /** Labels that pods of dcgm-exporter have, one of these: key=value, separated by commas. */
    @WithDefault("app.kubernetes.io/name=dcgm-exporter,app=nvidia-dcgm-exporter")
    List<String> selectors();

    /** Port of discovered pods that have no container port named metrics; 1 to 65535. */
    @WithDefault("9400")
    int port();

    /** How often each page is scraped; 1 s or more. The scrapes are spread over the interval. */
    @WithDefault("15s")
    Duration interval();

    /** After which time a scrape has failed; more than 0, the interval at most. */
    @WithDefault("5s")
    Duration timeout();

    /**
     * Scrapes at the same time in this process; 2 or more. Pages that did not answer last time get
     * half of them at most.
     */
    @WithDefault("256")
    int scrapesAtOnce();

    /** Largest page that is read; 1 KiB to 64 MiB. */
    @WithDefault("8M")
    MemorySize maxPage();

    /**
     * How long a page may not answer, hold no series of DCGM, or stay the same to the last value
     * (energy counter included), until the node is reported as blind; the interval twice or more.
     */
    @WithDefault("2m")
    Duration blindAfter();
}
