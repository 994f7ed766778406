package io.medevac.launcher.command;

import io.medevac.domain.detection.Source;
import io.medevac.launcher.classify.Classification;
import io.medevac.launcher.classify.Classification.Given;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Says what the records of an input mean. Needs no cluster and no root. */
@Command(
        name = "classify",
        description = {
            "Says what kernel lines and other signals mean.",
            "Reads files or standard input and writes one JSON object a line for each record: kind, code,",
            "device, process, scope, severity, action and the rule that says so. docs/classify.md has the",
            "whole contract."
        },
        footer = {
            "",
            "Examples: what the kernel says of this machine's GPUs; what is wrong in a cluster:",
            "  dmesg | medevac classify",
            "  kubectl get nodes -o json | medevac classify --source condition --incidents"
        })
public final class ClassifyCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Option(
            names = "--source",
            paramLabel = "S",
            defaultValue = "kernel",
            converter = Read.class,
            description =
                    "What is read: kernel, dcgm, condition, event, alertmanager (default: kernel).")
    private Source source;

    @Option(
            names = "--node",
            paramLabel = "N",
            description = "The node that the input is of, where it names none.")
    private @Nullable String node;

    @Option(
            names = "--driver",
            paramLabel = "V",
            description = {
                "Version of the NVIDIA driver, where the input does not show it; NVLink 5 reports",
                "differ from 575 on."
            })
    private @Nullable String driver;

    @Option(
            names = "--boot-id",
            paramLabel = "ID",
            description = "The boot that the node is in: signals of an earlier one count no more.")
    private @Nullable String bootId;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "YAML with 'overrides': what the site wants to be done otherwise.")
    private @Nullable Path policy;

    @Option(
            names = "--incidents",
            description = {
                "Writes one object for each trouble of a node at the end, not one for each",
                "record: what belongs together is put together."
            })
    private boolean incidents;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Files to read, in this order; - is standard input (default).")
    private List<Path> files = List.of();

    /** The sources that are read here; reasons of drains come from Slurm by the bridge. */
    private static final class Read implements ITypeConverter<Source> {
        private static final Map<String, Source> BY_NAME =
                Stream.of(Source.values())
                        .filter(each -> each != Source.SLURM)
                        .collect(
                                Collectors.toMap(
                                        each -> each.name().toLowerCase(Locale.ROOT),
                                        each -> each));

        @Override
        public Source convert(String name) {
            Source known = BY_NAME.get(name.toLowerCase(Locale.ROOT));
            if (known == null) {
                throw new TypeConversionException(
                        "'%s' is none of kernel, dcgm, condition, event, alertmanager"
                                .formatted(name));
            }
            return known;
        }
    }

    @Override
    public Integer call() {
        Classification classification =
                Classification.of(source, new Given(node, driver, bootId, policy));
        long unreadable =
                incidents
                        ? classification.runIncidents(files, output.writer())
                        : classification.run(files, output.writer());
        if (unreadable > 0) {
            output.warning(unreadable + " records could not be read, or were too long and cut");
        }
        return 0;
    }
}
