package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.Observed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A report that the driver writes in several lines, as far as it has been read. */
final class SeveralLines {
    private static final int MOST_PARTS = 8;

    private static final String LOST = "fallen off";

    private static final Form GPU =
            new Form(
                    "The NVIDIA GPU ",
                    List.of("(PCI ID", "installed in", LOST, "is not ", "and is not"),
                    List.of("not responding to commands", "is not supported"));
    private static final Form MISMATCH =
            new Form(
                    "API mismatch: ",
                    List.of("this kernel module", "the kernel module", "make sure", "components "),
                    List.of("have the same version"));

    private final Form form;
    private final Framing framing;
    private final long line;
    private final StringBuilder text;
    private int parts = 1;
    private long last;

    private SeveralLines(Form form, Framing framing, long line) {
        this.form = form;
        this.framing = framing;
        this.line = line;
        this.last = line;
        this.text = new StringBuilder(Text.cut(framing.text(), Signal.RAW_LIMIT));
    }

    /** The beginning of such a report; null when the line is none. */
    static @Nullable SeveralLines begin(Framing framing, long line) {
        String said = said(framing);
        for (Form form : List.of(GPU, MISMATCH)) {
            if (said != null && said.startsWith(form.begin())) {
                return new SeveralLines(form, framing, line);
            }
        }
        return null;
    }

    /**
     * Takes the line in, if the report goes on in it.
     *
     * @param number of the line
     */
    boolean takes(Framing next, long number) {
        String said = said(next);
        boolean goesOn =
                said != null
                        && parts < MOST_PARTS
                        && !complete()
                        && form.goOn().stream().anyMatch(said::startsWith);
        if (goesOn) {
            text.append(' ').append(Text.cut(said, Signal.RAW_LIMIT / MOST_PARTS));
            parts++;
            last = number;
        }
        return goesOn;
    }

    /** Whether nothing more belongs to it. */
    boolean complete() {
        return form.ends().stream().anyMatch(end -> text.indexOf(end) >= 0);
    }

    /** Whether an Xid of the same loss may come after it, which then is the record. */
    boolean maybeFollowedByItsXid() {
        return form.equals(GPU) && text.indexOf(LOST) >= 0 && complete();
    }

    long line() {
        return line;
    }

    /** The line that was taken in last. */
    long last() {
        return last;
    }

    Framing framing() {
        return framing;
    }

    String text() {
        return text.toString();
    }

    KernelFact fact() {
        return NvidiaText.driver(text());
    }

    /** The address of the GPU that it is about; null when it is about none. */
    @Nullable String pci() {
        return fact() instanceof Observed observed ? observed.pci() : null;
    }

    private static @Nullable String said(Framing framing) {
        return framing.trusted() && framing.text().startsWith(NvidiaText.DRIVER)
                ? framing.text().substring(NvidiaText.DRIVER.length()).strip()
                : null;
    }

    /**
     * How such a report is written.
     *
     * @param begin how it begins
     * @param goOn how its other lines begin
     * @param ends words after which nothing more belongs to it
     */
    private record Form(String begin, List<String> goOn, List<String> ends) {}
}
