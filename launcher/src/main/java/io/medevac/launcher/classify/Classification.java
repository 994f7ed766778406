package io.medevac.launcher.classify;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.xid.DriverVersion;
import io.medevac.intake.Context;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.ReaderGone;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Inputs of one source, read in order and written as JSON, one object a line. */
public final class Classification {
    private static final Path STANDARD_INPUT = Path.of("-");

    private final Source source;
    private final FindingReader reader;

    private Classification(Source source, FindingReader reader) {
        this.source = source;
        this.reader = reader;
    }

    /**
     * What is known of the inputs beforehand; null where it is not known.
     *
     * @param node the node of what names none
     * @param driver driver of what shows none
     * @param bootId the boot that the node is in
     * @param policy file of the site
     */
    public record Given(
            @Nullable String node,
            @Nullable String driver,
            @Nullable String bootId,
            @Nullable Path policy) {}

    /**
     * For this source.
     *
     * @throws CommandFailure when something that was given cannot be used: exit code 2
     */
    public static Classification of(Source source, Given given) {
        SitePolicy policy =
                given.policy() == null ? SitePolicy.NONE : PolicyFile.read(given.policy());
        FaultCatalogue catalogue = FaultCatalogue.shipped().with(policy);
        DriverVersion driver = driver(given);
        FindingReader reader =
                switch (source) {
                    case KERNEL ->
                            new KernelFindingReader(catalogue, given.node(), driver, Instant.now());
                    case DCGM, CONDITION, EVENT, ALERTMANAGER, SLURM ->
                            IntakeFindingReader.of(
                                    source,
                                    (xid, gpu) -> catalogue.classify(xid, gpu, driver),
                                    policy,
                                    new Context(given.node(), given.bootId(), given.driver()));
                };
        return new Classification(source, reader);
    }

    /**
     * Reads the files, of which {@code -} is standard input, or that alone when there are none.
     *
     * @return how many records could not be read
     * @throws CommandFailure when a file cannot be read
     * @throws ReaderGone when nobody reads the output any more
     */
    public long run(List<Path> files, PrintWriter out) {
        return run(files, new Written(out));
    }

    /**
     * Reads the files, like {@link #run}, and writes one object for each trouble of a node at the
     * end.
     *
     * @return how many records could not be read
     * @throws CommandFailure when a file cannot be read
     */
    public long runIncidents(List<Path> files, PrintWriter out) {
        return run(files, new Incidents(source, out));
    }

    private long run(List<Path> files, FindingSink sink) {
        long unreadable = 0;
        for (Path file : files.isEmpty() ? List.of(STANDARD_INPUT) : files) {
            unreadable +=
                    file.equals(STANDARD_INPUT)
                            ? read("standard input", Classification::standardInput, sink)
                            : read(file.toString(), () -> Files.newInputStream(file), sink);
        }
        sink.end();
        return unreadable;
    }

    private static InputStream standardInput() {
        return new FileInputStream(FileDescriptor.in);
    }

    private long read(String name, Opening input, FindingSink sink) {
        try (InputStream in = input.open()) {
            return reader.read(in, sink);
        } catch (IOException e) {
            throw new CommandFailure(
                    "cannot read %s (%s)".formatted(name, e.getClass().getSimpleName()), e);
        } finally {
            sink.pause();
        }
    }

    private static @Nullable DriverVersion driver(Given given) {
        return given.driver() == null
                ? null
                : DriverVersion.parse(given.driver())
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "'%s' is no driver version; one looks like 570.158.01"
                                                        .formatted(given.driver())));
    }

    private interface Opening {
        InputStream open() throws IOException;
    }

    private final class Written implements FindingSink {
        private final PrintWriter out;
        private final FindingJson json = new FindingJson(source);

        Written(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void accept(long line, Finding finding) {
            out.write(json.write(line, finding));
            out.write('\n');
        }

        /** Also finds out that nobody reads any more. */
        @Override
        public void pause() {
            if (out.checkError()) {
                throw new ReaderGone();
            }
        }

        @Override
        public void end() {
            pause();
        }
    }
}
