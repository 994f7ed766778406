package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one node's exporter from one look to the next: what tells an edge from a value
 * that only stays, in which boot that was seen, and whether nothing new can be learnt from it.
 *
 * <p>An edge belongs to the boot that Kubernetes showed at the look before, unless it shows
 * another. What the first page of all shows, the first page of another boot, or a page that names
 * another machine, is reported and bound to no boot.
 */
public final class ExporterWatch {
    private static final String FORM = "1";
    private static final String KNOWN = "known";
    private static final String BOOT = "boot ";
    private static final String BLIND = "blind ";
    private static final String SUM = "sum ";
    private static final String FROZEN = "source frozen";

    private final String node;
    private final DcgmState state;
    private final boolean known;
    private final @Nullable String boot;
    private final @Nullable String blind;
    private final Instant newsAt;
    private final @Nullable Instant pageAt;

    private ExporterWatch(
            String node,
            DcgmState state,
            boolean known,
            @Nullable String boot,
            @Nullable String blind,
            Instant newsAt,
            @Nullable Instant pageAt) {
        this.node = node;
        this.state = state;
        this.known = known;
        this.boot = boot;
        this.blind = blind;
        this.newsAt = newsAt;
        this.pageAt = pageAt;
    }

    /** Of an exporter that was never seen before now. */
    public static ExporterWatch begun(String node, Instant now) {
        return new ExporterWatch(node, DcgmState.EMPTY, false, null, null, now, null);
    }

    /**
     * What a look saw.
     *
     * @param at when, by our clock
     * @param boot the boot that Kubernetes shows of the node; null when it shows none
     * @param foreign whether the page names another machine than this node
     */
    public record Moment(Instant at, @Nullable String boot, boolean foreign) {}

    /**
     * What came of a look.
     *
     * @param after what is known now
     * @param observations what is to be told, in the order of the page
     */
    public record Look(ExporterWatch after, List<Observed> observations) {}

    /**
     * Something to tell.
     *
     * @param line its line on the page, from 1; 0 when it is on none
     * @param boot which boot it belongs to
     */
    public record Observed(long line, Finding finding, BootClaim boot) {}

    /**
     * A page came.
     *
     * @param patience how long the page may stay the same, energy counter included
     */
    public Look page(DcgmPage page, Moment moment, Duration patience, DcgmRules rules) {
        String shown = moment.boot();
        boolean another = boot != null && shown != null && !boot.equals(shown);
        DcgmState.Step step = (another ? state.rebooted() : state).next(page.of(node), rules);
        BootClaim claim = another ? new BootClaim.Unknown() : claim(moment);
        List<Observed> told = new ArrayList<>();
        for (Located located : step.findings()) {
            told.add(new Observed(located.line(), located.finding(), claim));
        }
        ExporterWatch seen =
                new ExporterWatch(
                        node,
                        step.state(),
                        true,
                        shown == null ? boot : shown,
                        blind,
                        newsAt,
                        moment.at());
        if (step.state().repeats(node) <= 1) {
            return new Look(seen.sees(moment.at()), List.copyOf(told));
        }
        Look look = seen.learntNothing(FROZEN, moment, patience, rules);
        told.addAll(look.observations());
        return new Look(look.after(), List.copyOf(told));
    }

    /**
     * No page came.
     *
     * @param why in a few words, from a closed set
     * @param patience how long that may last
     */
    public Look noPage(String why, Moment moment, Duration patience, DcgmRules rules) {
        return learntNothing(why, moment, patience, rules);
    }

    /** Time passed in which nobody could look: it counts for nothing. */
    public ExporterWatch unwatchedUntil(Instant now) {
        return new ExporterWatch(node, state, known, boot, blind, now, pageAt);
    }

    /** Since when nothing new could be learnt; null while that is not so, or not for long. */
    public @Nullable String blind() {
        return blind;
    }

    /** Whether the text is surely the same, without writing it. */
    public boolean surelyHasTextOf(ExporterWatch other) {
        return known == other.known
                && Objects.equals(boot, other.boot)
                && Objects.equals(blind, other.blind)
                && state.held().equals(other.state.held());
    }

    private ExporterWatch sees(Instant now) {
        return new ExporterWatch(node, state, known, boot, null, now, pageAt);
    }

    private Look learntNothing(String why, Moment moment, Duration patience, DcgmRules rules) {
        if (blind != null || moment.at().isBefore(newsAt.plus(patience))) {
            return new Look(this, List.of());
        }
        ExporterWatch after = new ExporterWatch(node, state, known, boot, why, newsAt, pageAt);
        Finding finding = rules.blind(node, why, newsAt);
        return new Look(after, List.of(new Observed(0, finding, new BootClaim.At(moment.at()))));
    }

    private BootClaim claim(Moment moment) {
        if (!known || moment.foreign()) {
            return new BootClaim.Unknown();
        }
        if (boot != null && (moment.boot() == null || boot.equals(moment.boot()))) {
            return new BootClaim.Named(boot);
        }
        return pageAt == null ? new BootClaim.Unknown() : new BootClaim.At(pageAt);
    }

    /**
     * What must not be forgotten, as text: the same knowledge has the same text. Without it an edge
     * would be told twice, or not at all.
     */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(FORM);
        if (known) {
            lines.add(KNOWN);
        }
        if (boot != null) {
            lines.add(BOOT + boot);
        }
        if (blind != null) {
            lines.add(BLIND + blind);
            if (blind.equals(FROZEN)) {
                lines.add(SUM + state.sum(node));
            }
        }
        lines.addAll(Remembered.lines(state));
        return String.join("\n", lines);
    }

    /**
     * Goes on from a text; one that {@link #text} did not write is as if the exporter was never
     * seen.
     *
     * @param now since when it is watched here
     */
    public static ExporterWatch of(String node, String text, Instant now) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(FORM)) {
            return begun(node, now);
        }
        try {
            return of(node, lines, now);
        } catch (NumberFormatException notOurs) {
            return begun(node, now);
        }
    }

    private static ExporterWatch of(String node, List<String> lines, Instant now) {
        String sum = value(lines, SUM);
        DcgmState state = Remembered.state(node, lines);
        return new ExporterWatch(
                node,
                sum == null ? state : state.after(node, Long.parseLong(sum)),
                lines.contains(KNOWN),
                value(lines, BOOT),
                value(lines, BLIND),
                now,
                null);
    }

    private static @Nullable String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()))
                .findFirst()
                .orElse(null);
    }
}
