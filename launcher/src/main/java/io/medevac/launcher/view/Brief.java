package io.medevac.launcher.view;

import io.medevac.domain.fault.Fault;
import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.Job;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/** How values are put in few characters. */
final class Brief {

    private Brief() {}

    /** Begin and end of an identity: enough to recognise it, not to look it up. */
    static String id(UUID id) {
        String text = id.toString();
        return text.substring(0, 4) + "…" + text.substring(text.length() - 2);
    }

    /** Seconds with the digits that matter. */
    static String duration(Duration duration) {
        double seconds = duration.toMillis() / 1000.0;
        return seconds < 10
                ? String.format(Locale.ROOT, "%.2f s", seconds)
                : String.format(Locale.ROOT, "%.1f s", seconds);
    }

    static String duration(long millis) {
        return duration(Duration.ofMillis(millis));
    }

    static String gpu(Gpu gpu) {
        String name = gpu.getIndex() == null ? "GPU ?" : "GPU " + gpu.getIndex();
        return gpu.getPci() == null ? name : name + " (" + gpu.getPci() + ")";
    }

    static boolean isNamed(Gpu gpu) {
        return gpu.getIndex() != null || gpu.getPci() != null || gpu.getUuid() != null;
    }

    static String fault(FaultSummary fault) {
        String what = Fault.named(fault.getKind(), fault.getCode());
        return fault.getCode() == null && !isNamed(fault.getGpu())
                ? what
                : what + " on " + gpu(fault.getGpu());
    }

    static String job(Job job) {
        return "job " + job.getJobId();
    }
}
