package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.dcgm.DcgmErrors.Result;
import io.medevac.domain.detection.dcgm.Observation.Part;
import io.medevac.domain.detection.metric.Place;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a change that an exporter shows means. */
public final class DcgmRules {
    /** With this ends the rule of a code that may have covered a worse one. */
    public static final String MAY_HIDE = "may hide an earlier fault";

    private static final String SOURCE = "dcgm";
    private static final int FAIL = 20;

    private final SecondHand secondHand;
    private final DcgmErrors errors;

    /** Asks this for what an Xid means. */
    public DcgmRules(SecondHand secondHand) {
        this.secondHand = secondHand;
        this.errors = new DcgmErrors(secondHand);
    }

    /**
     * The gauge of the last Xid changed. One slot a GPU: a code that is not critical by itself may
     * have covered a worse one, which only the kernel log shows.
     */
    Located lastXid(Observation seen, String code, Part part) {
        Fault fault = xid(seen, code, part.text());
        String rule =
                fault.severity() == Severity.CRITICAL
                        ? fault.rule()
                        : fault.rule() + "; only the last code is shown, " + MAY_HIDE;
        return located(seen, part.line(), fault.saidBy(rule));
    }

    /** The gauge of a switch's last SXid changed. */
    Located sxid(Observation seen, String code, Part part) {
        SecondHand.Weight weight =
                seen.field().reading() == Field.Reading.LAST_FATAL_SXID
                        ? SecondHand.Weight.FATAL
                        : SecondHand.Weight.NON_FATAL;
        return located(
                seen,
                part.line(),
                secondHand.sxid(SOURCE, Integer.parseInt(code), weight, text(seen, part.text())));
    }

    /** A count within the window, or the result of a health check, became worse. */
    Located risen(Series series, Observation seen, String name, Part part) {
        if (seen.field().reading() == Field.Reading.XID_WINDOW) {
            String text = seen.field().name() + " " + number(part.value());
            return located(seen, part.line(), xid(seen, name, text));
        }
        Result result = part.value() >= FAIL ? Result.FAIL : Result.WARN;
        String error = name.strip();
        String text = "health of " + series.part() + ": " + result + " " + error + seen.occupants();
        Fault fault =
                error.isEmpty()
                        ? errors.unnamed(SOURCE, series.part(), result, gpu(seen), text)
                        : errors.fault(SOURCE, error, result, gpu(seen), text);
        return located(seen, part.line(), fault);
    }

    /** A state that should not be came. */
    Located level(Observation seen) {
        return located(seen, seen.line(), fault(seen, seen.field().name()));
    }

    /** A count rose. */
    Located count(Observation seen, double rise) {
        String text = seen.field().name() + " " + number(seen.value()) + " (+" + number(rise) + ")";
        return located(seen, seen.line(), fault(seen, text));
    }

    /** A source that is alive shows the same values again and again. */
    Located frozen(String node, long line, int times) {
        Fault fault =
                Meaning.BLIND.fault(
                        null,
                        Gpu.UNKNOWN,
                        SOURCE + ": source frozen: blind, neither healthy nor broken",
                        times + " scrapes in a row with the same values, energy counter included");
        String name = node.isEmpty() ? null : node;
        return new Located(line, new Finding(fault, name, null, null, null, null, null));
    }

    /**
     * Nothing new can be learnt from a source.
     *
     * @param why in a few words
     */
    Finding blind(String node, String why, Instant since) {
        Fault fault =
                Meaning.BLIND.fault(
                        null,
                        Gpu.UNKNOWN,
                        SOURCE + ": " + why + ": blind, neither healthy nor broken",
                        "nothing new from dcgm-exporter since " + since);
        return new Finding(fault, node, null, null, null, null, null);
    }

    private Fault xid(Observation seen, String code, String text) {
        return secondHand.xid(
                SOURCE,
                new XidReported(
                        seen.place().gpu().pci(),
                        Integer.parseInt(code),
                        null,
                        null,
                        text(seen, text)),
                gpu(seen));
    }

    private static Fault fault(Observation seen, String text) {
        Field field = seen.field();
        return field.meaning()
                .fault(
                        null,
                        gpu(seen),
                        SOURCE + ": " + field.name() + ", " + field.source(),
                        text + seen.occupants());
    }

    private static String text(Observation seen, String text) {
        return (text.isEmpty() ? seen.field().name() : text) + seen.occupants();
    }

    private static Gpu gpu(Observation seen) {
        return seen.place().gpu();
    }

    private static Located located(Observation seen, long line, Fault fault) {
        Place place = seen.place();
        @Nullable String device = place.device();
        return new Located(
                line,
                new Finding(fault, place.node(), null, null, place.link(), device, seen.at()));
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
