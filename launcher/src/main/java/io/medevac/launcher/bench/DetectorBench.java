package io.medevac.launcher.bench;

import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.DetectorStack;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The measurements of {@code medevac bench detector}, one section after the other, on a stack of
 * their own without machines.
 */
public final class DetectorBench {
    private static final int NODES = 10_000;

    /** Their logs have boots in them that no kubelet shows, so their faults wait. */
    private static final int NODES_OF_ANY_LINES = 1_000;

    private final Home home;
    private final Installation installation;
    private final Consumer<String> out;

    /**
     * With a home of its own.
     *
     * @param out told what happens
     */
    public DetectorBench(Home home, Installation installation, Consumer<String> out) {
        this.home = home;
        this.installation = installation;
        this.out = out;
    }

    /**
     * Measures.
     *
     * @param stack not started yet; is left running
     * @return lines of Markdown
     */
    public List<String> run(DetectorStack stack) throws InterruptedException {
        List<Figure> figures = new ArrayList<>();
        add(figures, new ClassifySection(home.root(), installation, out).measure());
        out.accept("starting the stack …");
        stack.start();
        NodeObjects nodes = new NodeObjects(stack.lab(), "bench", NODES);
        NodeObjects others = new NodeObjects(stack.lab(), "any", NODES_OF_ANY_LINES);
        out.accept("making %,d nodes …".formatted(nodes.number() + others.number()));
        nodes.create();
        others.create();
        try (RawSignalSection rawSignals = new RawSignalSection(stack, others, out)) {
            add(figures, rawSignals.measure());
        }
        add(figures, new FaultSection(stack, nodes, out).measure());
        add(figures, new LatencySection(stack, home, nodes, out).measure());
        add(figures, new ScrapeSection(stack, home, nodes, out).measure());
        return lines(figures);
    }

    /** Told at once too: what comes later may fail. */
    private void add(List<Figure> figures, List<Figure> measured) {
        measured.forEach(figure -> out.accept("  " + figure.row()));
        figures.addAll(measured);
    }

    /** As a table. */
    static List<String> lines(List<Figure> figures) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s, %d cores, JDK %s. `medevac bench detector`."
                        .formatted(
                                LocalDate.now(ZoneOffset.UTC),
                                Runtime.getRuntime().availableProcessors(),
                                Runtime.version().feature()));
        lines.add("");
        lines.add("| | measured | floor | ratio | goal | |");
        lines.add("|---|---|---|---|---|---|");
        figures.forEach(figure -> lines.add(figure.row()));
        return lines;
    }
}
