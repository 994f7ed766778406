package io.medevac.launcher.view;

import io.medevac.launcher.record.EventJson;
import io.medevac.launcher.record.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

/** Shows events as they happen, one line each. */
public final class LiveView {

    private static final String RESET = "\u001b[0m";
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String DIM = "\u001b[2m";

    /** How lines look. */
    public enum Form {
        /** Text as it is. */
        PLAIN,
        /** Text with colours of a terminal. */
        COLOUR,
        /** One JSON object a line. */
        JSON
    }

    private final Form form;
    private final Consumer<String> out;

    /**
     * A view in one form.
     *
     * @param out takes each line
     */
    public LiveView(Form form, Consumer<String> out) {
        this.form = form;
        this.out = out;
    }

    /** Shows an event with the time that has passed since another instant. */
    public void show(Recorded recorded, Instant since) {
        show(recorded, elapsed(Duration.between(since, recorded.at())));
    }

    /** Shows an event with its own time of day (UTC). */
    public void show(Recorded recorded) {
        show(recorded, recorded.at().toString().substring(11, 19) + "Z");
    }

    private void show(Recorded recorded, String time) {
        if (form == Form.JSON) {
            out.accept(Visible.line(EventJson.line(recorded)));
            return;
        }
        String line = EventLine.of(recorded.event()).text(time);
        out.accept(form == Form.COLOUR ? colour(recorded.type()) + line + RESET : line);
    }

    /** Seconds since the fault, as they stand in front of a line. */
    public static String elapsed(Duration duration) {
        return String.format(Locale.ROOT, "%+.2f s", duration.toNanos() / 1e9);
    }

    private static String colour(String type) {
        return switch (type) {
            case "Signal", "GpuFault", "JobLost", "RemediationFailed", "EvacuationFailed" -> RED;
            case "RemediationHeld",
                    "NodeQuarantined",
                    "NodeReleased",
                    "SlurmNodeDraining",
                    "JobSignalled" ->
                    YELLOW;
            case "JobResumed", "NodeReplaced", "IncidentClosed" -> GREEN;
            case "NotificationDelivered" -> DIM;
            default -> "";
        };
    }
}
