package io.medevac.domain.detection.xid;

import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Xid 154: the driver itself names the recovery that a GPU needs now. The value it changed to
 * counts; 0 says that none is needed any more.
 */
public final class RecoveryAction {
    /** The Xid. */
    public static final int XID = 154;

    /** With this begins the rule of a report that names the recovery. */
    public static final String RULE = "xid 154: the driver asks for ";

    private static final Pattern FORM =
            Pattern.compile(
                    "GPU recovery action changed from 0x[0-9a-fA-F]{1,8} \\([^)]{0,64}\\)"
                            + " to 0x([0-9a-fA-F]{1,7}) \\(([^)]{0,64})\\)?.*");

    private final Map<Integer, Verdict> byValue = new HashMap<>();

    /** Reads its table. */
    public RecoveryAction() {
        Table.rows(RecoveryAction.class, "recovery.tsv", 4)
                .forEach(
                        row ->
                                byValue.put(
                                        Integer.valueOf(row.get(0)),
                                        new Verdict(
                                                FaultScope.GPU,
                                                Severity.valueOf(row.get(2)),
                                                RecommendedAction.valueOf(row.get(3)),
                                                RULE + row.get(1))));
    }

    /** What the driver asks for; empty when the text does not tell, or in a word not known. */
    public Optional<Verdict> asked(String message) {
        Matcher form = FORM.matcher(message);
        return form.matches()
                ? Optional.ofNullable(byValue.get(Integer.parseInt(form.group(1), 16)))
                : Optional.empty();
    }
}
