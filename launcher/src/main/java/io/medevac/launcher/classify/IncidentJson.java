package io.medevac.launcher.classify;

import io.medevac.domain.detection.correlation.Trouble;
import io.medevac.domain.detection.correlation.Trouble.Device;
import io.medevac.domain.fault.FaultScope;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A trouble of a node as one JSON object. */
final class IncidentJson {
    private final JsonLine json = new JsonLine();

    /** The object, in one line. */
    String write(Trouble trouble) {
        json.begin();
        json.text("node", trouble.node());
        json.list("gpus", trouble.devices().stream().map(IncidentJson::shown).toList());
        json.list("codes", trouble.codes());
        Integer code = trouble.root().code();
        json.either("root", code == null ? trouble.root().kind() : code);
        json.text(
                "scope",
                (trouble.scope() == FaultScope.UNKNOWN ? scopeOfUnknown(trouble) : trouble.scope())
                        .name());
        json.text("severity", Shown.severity(trouble.severity()));
        json.text("action", Shown.action(trouble.action()));
        json.number("occurrences", trouble.occurrences());
        json.text("first", text(trouble.first()));
        json.text("last", text(trouble.last()));
        json.list(
                "sources",
                trouble.sources().stream()
                        .map(source -> source.name().toLowerCase(Locale.ROOT))
                        .toList());
        json.list("notes", trouble.notes());
        return json.end();
    }

    private static FaultScope scopeOfUnknown(Trouble trouble) {
        boolean gpu = !trouble.devices().isEmpty() || trouble.root().kind().contains("XID");
        return gpu ? FaultScope.GPU : FaultScope.MONITORING;
    }

    private static Object shown(Device device) {
        return device.index() == null ? device.name() : device.index();
    }

    private static @Nullable String text(@Nullable Instant at) {
        return at == null ? null : at.toString();
    }
}
