package io.medevac.fuzz;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand;
import io.medevac.intake.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What is true of every reader of a stream. */
final class Readings {
    static final SecondHand.Catalogue CATALOGUE = FaultCatalogue.shipped()::classify;

    private static final Context SOME = new Context("n1", "boot-1", "570.158.01");

    private Readings() {}

    /** A reader that remembers. */
    record Reader(Reads reads, LongSupplier unreadable) {}

    /** How it reads. */
    interface Reads {
        void read(InputStream in, Context context, Consumer<Located> out) throws IOException;
    }

    /** Whole or in pieces the same; sound; what comes after it is read as well. */
    static void check(Supplier<Reader> fresh, byte[] input) throws IOException {
        Reader reader = fresh.get();
        List<Located> whole = read(reader, new ByteArrayInputStream(input), SOME);
        Sound.findings(whole);
        Reader other = fresh.get();
        Sound.same(whole, read(other, new InPieces(input), SOME));
        Sound.same(reader.unreadable().getAsLong(), other.unreadable().getAsLong());
        Sound.findings(read(reader, new ByteArrayInputStream(input), Context.NOTHING));
    }

    private static List<Located> read(Reader reader, InputStream in, Context context)
            throws IOException {
        List<Located> findings = new ArrayList<>();
        reader.reads().read(in, context, findings::add);
        return findings;
    }
}
