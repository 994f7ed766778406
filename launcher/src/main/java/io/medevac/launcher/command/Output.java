package io.medevac.launcher.command;

import io.medevac.launcher.ReaderGone;
import io.medevac.launcher.view.LiveView;
import io.medevac.launcher.view.LiveView.Form;
import io.medevac.launcher.view.Visible;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a command writes, and in which form. Mixed into every command. */
public final class Output {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--json",
            description = "One JSON object a line on standard output, for machines.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    /** Whether machines read. */
    boolean isJson() {
        return json;
    }

    /**
     * A result.
     *
     * @throws ReaderGone when nobody reads it: the command has nothing left to do
     */
    void line(String text) {
        visibleLine(Visible.text(text));
    }

    /** The same for a line that is fit for a terminal already, colours included. */
    void visibleLine(String line) {
        visible(line);
        if (command.commandLine().getOut().checkError()) {
            throw new ReaderGone();
        }
    }

    /** For many lines that are fit for a terminal already and come at once. */
    PrintWriter writer() {
        return command.commandLine().getOut();
    }

    /** A word about work that goes on, whether somebody reads it or not. */
    void tell(String text) {
        visible(Visible.text(text));
    }

    /** The same for a line that is fit for a terminal already, colours included. */
    void visible(String line) {
        PrintWriter out = command.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    /** What is told to a person only; kept off standard output when machines read it. */
    void remark(String text) {
        if (json) {
            PrintWriter err = command.commandLine().getErr();
            err.println(Visible.text(text));
            err.flush();
        } else {
            tell(text);
        }
    }

    /** A complaint; never on standard output. */
    void warning(String text) {
        PrintWriter err = command.commandLine().getErr();
        err.println("medevac: " + Visible.text(text));
        err.flush();
    }

    /**
     * Shows events.
     *
     * @param out takes each line, fit for a terminal
     */
    LiveView liveView(Consumer<String> out) {
        return new LiveView(form(), out);
    }

    private Form form() {
        if (json) {
            return Form.JSON;
        }
        boolean colour =
                Boolean.getBoolean("medevac.terminal") && System.getenv("NO_COLOR") == null;
        return colour ? Form.COLOUR : Form.PLAIN;
    }
}
