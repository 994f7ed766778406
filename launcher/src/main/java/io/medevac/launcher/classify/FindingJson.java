package io.medevac.launcher.classify;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;

/** A finding as one JSON object. */
final class FindingJson {
    private static final String SWITCH = "nvswitch";

    private final Source source;
    private final JsonLine json = new JsonLine();

    FindingJson(Source source) {
        this.source = source;
    }

    /** The object, in one line. */
    String write(long line, Finding finding) {
        Fault fault = finding.fault();
        json.begin();
        json.number("line", line);
        if (source != Source.KERNEL) {
            json.text("node", finding.node());
        }
        json.text("kind", fault.kind());
        json.number("code", fault.code());
        json.text("pci", fault.gpu().pci());
        gpu(finding);
        json.number("pid", finding.pid());
        json.text("process", finding.process());
        json.number("link", finding.link());
        json.text("scope", scope(fault).name());
        json.text("severity", Shown.severity(fault.severity()));
        json.text("action", Shown.action(fault.action()));
        json.text("rule", fault.rule());
        json.text("message", fault.message().isEmpty() ? null : fault.message());
        return json.end();
    }

    private void gpu(Finding finding) {
        Gpu gpu = finding.fault().gpu();
        String device = finding.device();
        if (device != null && device.startsWith(SWITCH)) {
            json.text("gpu", device);
        } else if (source != Source.KERNEL && gpu.index() != null) {
            json.number("gpu", gpu.index());
        } else {
            json.text("gpu", gpu.uuid());
        }
    }

    private static FaultScope scope(Fault fault) {
        if (fault.scope() != FaultScope.UNKNOWN) {
            return fault.scope();
        }
        boolean gpu = !fault.gpu().equals(Gpu.UNKNOWN) || fault.kind().contains("XID");
        return gpu ? FaultScope.GPU : FaultScope.MONITORING;
    }
}
