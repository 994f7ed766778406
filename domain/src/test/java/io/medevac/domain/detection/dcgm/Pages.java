package io.medevac.domain.detection.dcgm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.fault.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pages of an exporter, one after the other, and what they say. */
final class Pages {
    static final DcgmRules RULES =
            new DcgmRules(new SecondHand(FaultCatalogue.shipped()::classify));

    private final List<Located> findings = new ArrayList<>();
    private final @Nullable String node;
    private DcgmState state = DcgmState.EMPTY;
    private long unreadable;

    Pages(@Nullable String node) {
        this.node = node;
    }

    static String resource(String name) throws IOException {
        try (InputStream page = Objects.requireNonNull(Pages.class.getResourceAsStream(name))) {
            return new String(page.readAllBytes(), UTF_8);
        }
    }

    /** What a text says from the beginning. */
    static List<Located> of(String text) {
        return new Pages(null).then(text).findings();
    }

    Pages then(String text) {
        Scrapes scrapes = new Scrapes(RULES, node, state);
        long number = 1;
        for (String line : text.split("\n", -1)) {
            findings.addAll(scrapes.line(number++, line));
        }
        findings.addAll(scrapes.end());
        state = scrapes.state();
        unreadable += scrapes.unreadable();
        return this;
    }

    List<Located> findings() {
        return findings;
    }

    long unreadable() {
        return unreadable;
    }

    /** In short: line, node, GPU or device, what, how bad, what to do. */
    static String shortly(Located located) {
        Fault fault = located.finding().fault();
        String device = located.finding().device();
        return "%d %s %s %s%s %s %s %s"
                .formatted(
                        located.line(),
                        located.finding().node(),
                        device == null ? fault.gpu().index() : device,
                        fault.kind(),
                        fault.code() == null ? "" : " " + fault.code(),
                        fault.scope(),
                        fault.severity(),
                        fault.action());
    }
}
