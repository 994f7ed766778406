package io.medevac.detector.adapter.dcgm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Exporters whose turn it is, in order, and how many are asked at once. Not safe for threads. */
final class Lane {
    private final int most;
    private final Deque<Exporter> due = new ArrayDeque<>();
    private int running;

    Lane(int most) {
        this.most = most;
    }

    void add(Exporter exporter) {
        due.add(exporter);
    }

    /** One has been asked. */
    void done() {
        running--;
    }

    /** Asks as many as may be. */
    void run(Consumer<Exporter> ask) {
        while (running < most && !due.isEmpty()) {
            running++;
            ask.accept(due.remove());
        }
    }
}
