package io.medevac.fuzz;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.Signal;
import io.medevac.domain.detection.Text;
import io.medevac.domain.fault.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is true of every finding, whoever wrote the input. */
public final class Sound {
    private static final int RULE = 600;
    private static final int NAME = 256;

    private Sound() {}

    /** That all findings can be shown and stored as they are. */
    public static void findings(List<Located> findings) {
        for (Located located : findings) {
            check(located.line() >= 1, "line " + located.line());
            finding(located.finding());
        }
    }

    /** That two readings say the same. */
    public static void same(Object one, Object other) {
        check(one.equals(other), "read once " + one + " and once " + other);
    }

    /** A clean text of at most this many characters. */
    public static void text(String what, @Nullable String text, int most) {
        if (text != null) {
            check(text.length() <= most, what + " of " + text.length() + " characters");
            check(Text.clean(text).equals(text.strip()), what + " is not clean: " + text);
        }
    }

    /** Tells the fuzzer when something that must hold does not. */
    public static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    private static void finding(Finding finding) {
        Fault fault = finding.fault();
        text("kind", fault.kind(), NAME);
        text("message", fault.message(), Signal.RAW_LIMIT);
        text("rule", fault.rule(), RULE);
        text("pci", fault.gpu().pci(), NAME);
        text("uuid", fault.gpu().uuid(), NAME);
        text("node", finding.node(), NAME);
        text("process", finding.process(), NAME);
        text("device", finding.device(), NAME);
        Integer code = fault.code();
        check(code == null || code >= 0, "code " + code);
    }
}
