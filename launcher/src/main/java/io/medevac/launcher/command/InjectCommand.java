package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.kernel.KernelLine;
import io.medevac.launcher.kernel.KernelLog;
import io.medevac.launcher.record.CommandRecord;
import io.medevac.launcher.stack.StackAddresses;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a kernel line into the log of a node. */
@Command(
        name = "inject",
        description = {
            "Writes a kernel line where the node's kernel would.",
            "An OperatorCommand goes to the record. No service is called: the detector has to see it."
        },
        footer = {
            "",
            "Example: GPU 3 of gpu-1 falls off the bus:",
            "  medevac inject --node gpu-1 --xid 79 --gpu 3"
        })
public final class InjectCommand implements Callable<Integer> {

    private static final int HIGHEST_XID = 9999;

    @Mixin private Output output;

    @Option(names = "--node", required = true, paramLabel = "N", description = "Name of the node.")
    private String node;

    @ArgGroup(multiplicity = "1")
    private What what;

    @Option(
            names = "--gpu",
            paramLabel = "I",
            description = "With --xid: index of the GPU in PCI order, from 0 (default: 0).")
    private @Nullable Integer gpu;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Why, for the record.")
    private String reason;

    /** Either an error of the GPU or a line as it is. */
    static final class What {
        @Option(
                names = "--xid",
                paramLabel = "N",
                description = "Number of the error that the GPU reports, 0 to 9999.")
        private @Nullable Integer xid;

        @Option(
                names = "--line",
                paramLabel = "TEXT",
                description = "What the kernel says, as it is.")
        private @Nullable String line;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (gpu != null && what.xid == null) {
            throw CommandFailure.usage("--gpu goes with --xid only");
        }
        if (what.xid != null && (what.xid < 0 || what.xid > HIGHEST_XID)) {
            throw CommandFailure.usage("--xid is from 0 to " + HIGHEST_XID);
        }
        StackAddresses stack = new StackAddresses(Home.current(), Installation.current());
        KernelLog log = KernelLog.of(Home.current(), node);
        String text =
                what.xid == null
                        ? singleLine(what.line)
                        : KernelLine.xid(what.xid, log.boot().gpu(gpu == null ? 0 : gpu));
        String written = log.write(Instant.now(), text);
        new CommandRecord(stack.kafkaClient(), stack.registry())
                .write(
                        CommandRecord.inject(
                                stack.settings().options().cluster(),
                                node,
                                reason,
                                parameters(text),
                                Instant.now()));
        if (output.isJson()) {
            output.line(
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("node", node)
                            .put("line", written)
                            .toString());
        } else {
            output.line(written);
        }
        return 0;
    }

    private static String singleLine(@Nullable String line) {
        if (line == null || line.isBlank() || line.indexOf('\n') >= 0) {
            throw CommandFailure.usage("--line wants one line of text");
        }
        return line;
    }

    private Map<String, String> parameters(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("line", text);
        if (what.xid != null) {
            parameters.put("xid", what.xid.toString());
            parameters.put("gpu", String.valueOf(gpu == null ? 0 : gpu));
        }
        return parameters;
    }
}
