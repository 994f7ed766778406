package io.medevac.launcher;

import io.medevac.launcher.command.ApproveCommand;
import io.medevac.launcher.command.BenchCommand;
import io.medevac.launcher.command.CancelCommand;
import io.medevac.launcher.command.ClassifyCommand;
import io.medevac.launcher.command.DemoCommand;
import io.medevac.launcher.command.DoctorCommand;
import io.medevac.launcher.command.DownCommand;
import io.medevac.launcher.command.EnvCommand;
import io.medevac.launcher.command.HoldCommand;
import io.medevac.launcher.command.IncidentsCommand;
import io.medevac.launcher.command.InjectCommand;
import io.medevac.launcher.command.PauseCommand;
import io.medevac.launcher.command.ReleaseCommand;
import io.medevac.launcher.command.ResumeCommand;
import io.medevac.launcher.command.ShowCommand;
import io.medevac.launcher.command.StatusCommand;
import io.medevac.launcher.command.TailCommand;
import io.medevac.launcher.command.TestCommand;
import io.medevac.launcher.command.UpCommand;
import io.medevac.launcher.view.Visible;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line. Exit codes: 0 ok, 1 failed or refused, 2 wrong usage. */
@Command(
        name = "medevac",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        version = "Medevac 0.1.0-SNAPSHOT",
        description = "When a GPU dies, training doesn't.",
        footer = {
            "",
            "Example: see a GPU fail and its training job go on (about 3 minutes):",
            "  medevac demo",
            "",
            "State lives in $$MEDEVAC_HOME (default: .medevac in the project)."
        },
        subcommands = {
            DemoCommand.class,
            UpCommand.class,
            DownCommand.class,
            StatusCommand.class,
            EnvCommand.class,
            InjectCommand.class,
            IncidentsCommand.class,
            ShowCommand.class,
            TailCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            HoldCommand.class,
            ReleaseCommand.class,
            ApproveCommand.class,
            CancelCommand.class,
            ClassifyCommand.class,
            DoctorCommand.class,
            TestCommand.class,
            BenchCommand.class,
            HelpCommand.class
        })
public final class Medevac {

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).setOut(StandardOutput.open()).execute(arguments));
    }

    /** The command line that these arguments need, ready to execute. */
    static CommandLine commandLine(String... arguments) {
        boolean classify = arguments.length > 0 && arguments[0].equals("classify");
        return new CommandLine(classify ? new OnlyClassify() : new Medevac())
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, result) -> report(failure, line));
    }

    /** To learn all the commands takes longer than {@code classify} needs for a short log. */
    @Command(name = "medevac", subcommands = ClassifyCommand.class)
    private static final class OnlyClassify {}

    private static int report(Exception failure, CommandLine line) throws Exception {
        if (failure instanceof CommandFailure expected) {
            complain(line, String.valueOf(expected.getMessage()));
            return expected.exitCode();
        }
        if (failure instanceof ReaderGone) {
            Optional<String> why =
                    line.getOut() instanceof StandardOutput out ? out.failure() : Optional.empty();
            why.ifPresent(reason -> complain(line, "cannot write standard output: " + reason));
            return why.isPresent() ? 1 : 0;
        }
        throw failure;
    }

    private static void complain(CommandLine line, String what) {
        PrintWriter err = line.getErr();
        err.println("medevac: " + Visible.text(what));
        err.flush();
    }
}
