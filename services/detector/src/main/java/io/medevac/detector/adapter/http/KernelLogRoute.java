package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.shipped.LinesAside;
import io.medevac.detector.adapter.shipped.NodeLines;
import io.medevac.detector.adapter.shipped.NodeNames;
import io.medevac.detector.adapter.shipped.ShippedCounters;
import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.domain.detection.Text;
import io.medevac.messaging.LogContext;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Takes kernel lines in by HTTP: {@code POST /v1/kernel-log?node=NAME}, {@code text/plain} or one
 * JSON object of a shipper a line ({@code application/x-ndjson}, {@code application/json}), plain
 * or in gzip. It is answered when all is stored. The same request sent again changes nothing, so a
 * sender that gets no answer or 503 sends it again.
 */
@ApplicationScoped
class KernelLogRoute {
    private static final Logger LOG = Logger.getLogger(KernelLogRoute.class);
    private static final String PATH = "/v1/kernel-log";
    private static final String NODE_PARAMETER = "node";
    private static final String NODE_HEADER = "Medevac-Node";
    private static final String STREAM = "http";
    private static final int LONGEST_ANSWER = 500;

    private final TakeInKernelLog takeIn;
    private final LinesAside aside;
    private final ShippedCounters counters;
    private final InstantSource clock;
    private final Duration bootTimeout;
    private final boolean compareHosts;

    @Inject
    KernelLogRoute(
            TakeInKernelLog takeIn,
            LinesAside aside,
            ShippedCounters counters,
            InstantSource clock,
            DetectorConfig config) {
        this(
                takeIn,
                aside,
                counters,
                clock,
                config.bootTimeout(),
                config.kernelLog().compareHosts());
    }

    KernelLogRoute(
            TakeInKernelLog takeIn,
            LinesAside aside,
            ShippedCounters counters,
            InstantSource clock,
            Duration bootTimeout,
            boolean compareHosts) {
        this.takeIn = takeIn;
        this.aside = aside;
        this.counters = counters;
        this.clock = clock;
        this.bootTimeout = bootTimeout;
        this.compareHosts = compareHosts;
    }

    void onRouter(@Observes Router router, GuardedPost post) {
        post.serve(router, PATH, this::on);
    }

    /**
     * Takes a request in; blocks until all is stored.
     *
     * @throws RuntimeException when the store does not answer; what was stored before is recognised
     *     when it comes again
     */
    Answer on(Received request) {
        Set<String> named = new LinkedHashSet<>(request.parameters().apply(NODE_PARAMETER));
        named.addAll(request.headers().apply(NODE_HEADER));
        if (named.size() > 1) {
            return Answer.wrong("?node= and " + NODE_HEADER + " name several nodes: name one");
        }
        Optional<String> node = named.stream().findFirst();
        if (node.filter(name -> !NodeNames.allowed(name)).isPresent()) {
            return Answer.wrong(
                    "no node of Kubernetes can have the name that ?node= or "
                            + NODE_HEADER
                            + " gives: use metadata.name of the node");
        }
        PostedLines posted = new PostedLines(node, compareHosts, clock.instant());
        String body = request.body();
        switch (request.mediaType()) {
            case "text/plain" -> posted.addText(body);
            case "application/x-ndjson", "application/ndjson" -> posted.addObjects(body);
            case "application/json" -> posted.addList(body);
            default -> {
                return Answer.unsupported(
                        "Content-Type: text/plain, or application/x-ndjson with one object a line");
            }
        }
        return takeIn(posted);
    }

    private Answer takeIn(PostedLines posted) {
        if (posted.records() == 0) {
            return Answer.wrong("the body has no line: send kernel lines, one a line");
        }
        tell(posted);
        if (!posted.placed()) {
            return Answer.wrong(Text.cut(Text.clean(whyNot(posted)), LONGEST_ANSWER));
        }
        int taken = 0;
        NodeLines lines = posted.lines();
        Instant freshAfter = clock.instant().minus(bootTimeout);
        for (String node : lines.nodes()) {
            for (RawChunk chunk :
                    lines.of(node, Source.HTTP, STREAM, "http:" + node, 0, freshAfter)) {
                takeIn(chunk);
                taken += chunk.lines().size();
            }
        }
        return Answer.done(
                "lines=%d unplaced=%d refused=%d"
                        .formatted(taken, lines.unplaced(), posted.refused()));
    }

    private void takeIn(RawChunk chunk) {
        try {
            LogContext.set(null, chunk.node());
            LOG.debugf("posted kernel lines: %s", takeIn.on(chunk));
        } finally {
            MDC.clear();
        }
    }

    private void tell(PostedLines posted) {
        aside.tell(posted.lines());
        if (posted.refused() > 0) {
            counters.refused(posted.refused());
            LOG.warnf(
                    "posted records that cannot be read: refused=%d of=%d reason=%s",
                    posted.refused(), posted.records(), posted.firstRefusal().orElse(""));
        }
    }

    private static String whyNot(PostedLines posted) {
        return posted.firstRefusal()
                .or(
                        () ->
                                posted.lines()
                                        .contradiction()
                                        .map(
                                                what ->
                                                        what
                                                                + ": send each line with the node"
                                                                + " that wrote it"))
                .orElse(
                        "no node is named: add ?node=NAME, the header "
                                + NODE_HEADER
                                + ", a field node, or send lines with their host");
    }
}
