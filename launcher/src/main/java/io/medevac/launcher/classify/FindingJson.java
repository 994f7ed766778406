package io.medevac.launcher.classify;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A finding as one JSON object. Only ASCII is written, so that it is the same in every locale. What
 * is unknown is written as what is done about it: nothing, by a machine.
 */
final class FindingJson {
    private static final String SWITCH = "nvswitch";
    private static final int FIRST_OF_ASCII = 0x20;
    private static final int LAST_OF_ASCII = 0x7e;

    private final Source source;
    private final StringBuilder json = new StringBuilder();

    FindingJson(Source source) {
        this.source = source;
    }

    /** The object, in one line. */
    String write(long line, Finding finding) {
        Fault fault = finding.fault();
        json.setLength(0);
        json.append("{\"line\":").append(line);
        if (source != Source.KERNEL) {
            text("node", finding.node());
        }
        text("kind", fault.kind());
        number("code", fault.code());
        text("pci", fault.gpu().pci());
        gpu(finding);
        number("pid", finding.pid());
        text("process", finding.process());
        number("link", finding.link());
        text("scope", scope(fault).name());
        text("severity", severity(fault).name());
        text("action", action(fault).name());
        text("rule", fault.rule());
        text("message", fault.message().isEmpty() ? null : fault.message());
        return json.append('}').toString();
    }

    private void gpu(Finding finding) {
        Gpu gpu = finding.fault().gpu();
        String device = finding.device();
        if (device != null && device.startsWith(SWITCH)) {
            text("gpu", device);
        } else if (source != Source.KERNEL && gpu.index() != null) {
            number("gpu", gpu.index());
        } else {
            text("gpu", gpu.uuid());
        }
    }

    private static FaultScope scope(Fault fault) {
        if (fault.scope() != FaultScope.UNKNOWN) {
            return fault.scope();
        }
        boolean gpu = !fault.gpu().equals(Gpu.UNKNOWN) || fault.kind().contains("XID");
        return gpu ? FaultScope.GPU : FaultScope.MONITORING;
    }

    private static Severity severity(Fault fault) {
        return fault.severity() == Severity.UNKNOWN ? Severity.DEGRADED : fault.severity();
    }

    private static RecommendedAction action(Fault fault) {
        return fault.action() == RecommendedAction.UNKNOWN
                ? RecommendedAction.NONE
                : fault.action();
    }

    private void number(String name, @Nullable Integer value) {
        name(name).append(value);
    }

    private void text(String name, @Nullable String value) {
        name(name);
        if (value == null) {
            json.append((String) null);
            return;
        }
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            character(value.charAt(i));
        }
        json.append('"');
    }

    private StringBuilder name(String name) {
        return json.append(",\"").append(name).append("\":");
    }

    private void character(char c) {
        if (c == '"' || c == '\\') {
            json.append('\\').append(c);
        } else if (c >= FIRST_OF_ASCII && c <= LAST_OF_ASCII) {
            json.append(c);
        } else {
            json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
    }
}
