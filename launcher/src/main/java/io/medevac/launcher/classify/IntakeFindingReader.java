package io.medevac.launcher.classify;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand.Catalogue;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.Source;
import io.medevac.intake.AlertReader;
import io.medevac.intake.ClusterReader;
import io.medevac.intake.Context;
import io.medevac.intake.DcgmReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Reads what is no kernel log: metrics, objects of Kubernetes and alerts. */
final class IntakeFindingReader implements FindingReader {
    private final Reader reader;
    private final LongSupplier unreadable;
    private final Context context;
    private final SitePolicy policy;

    private IntakeFindingReader(
            Reader reader, LongSupplier unreadable, Context context, SitePolicy policy) {
        this.reader = reader;
        this.unreadable = unreadable;
        this.context = context;
        this.policy = policy;
    }

    private interface Reader {
        void read(InputStream in, Context context, Consumer<Located> out) throws IOException;
    }

    /**
     * The reader of a source.
     *
     * @param catalogue decides what an Xid means; has the site's policy already
     * @param policy decides on what has no Xid
     */
    static FindingReader of(
            Source source, Catalogue catalogue, SitePolicy policy, Context context) {
        return switch (source) {
            case DCGM -> {
                DcgmReader dcgm = new DcgmReader(catalogue);
                yield new IntakeFindingReader(dcgm::read, dcgm::unreadable, context, policy);
            }
            case CONDITION, EVENT -> {
                ClusterReader cluster = new ClusterReader(catalogue);
                yield new IntakeFindingReader(cluster::read, cluster::unreadable, context, policy);
            }
            case ALERTMANAGER -> {
                AlertReader alerts = new AlertReader(catalogue);
                yield new IntakeFindingReader(alerts::read, alerts::unreadable, context, policy);
            }
            case KERNEL -> throw new IllegalArgumentException("a kernel log is read otherwise");
            case SLURM -> throw new IllegalArgumentException("drain reasons come as events");
        };
    }

    @Override
    public long read(InputStream in, FindingSink sink) throws IOException {
        long before = unreadable.getAsLong();
        reader.read(
                new Pausing(in, sink),
                context,
                located -> sink.accept(located.line(), sited(located.finding())));
        sink.pause();
        return unreadable.getAsLong() - before;
    }

    /** Shows what has been found before it waits for more. */
    private static final class Pausing extends FilterInputStream {
        private final FindingSink sink;

        Pausing(InputStream in, FindingSink sink) {
            super(in);
            this.sink = sink;
        }

        @Override
        public int read() throws IOException {
            sink.pause();
            return in.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            sink.pause();
            return in.read(into, offset, length);
        }
    }

    private Finding sited(Finding finding) {
        return finding.fault().kind().equals("XID")
                ? finding
                : finding.with(policy.applyTo(finding.fault()));
    }
}
