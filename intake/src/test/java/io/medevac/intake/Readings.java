package io.medevac.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.fault.Fault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/** What readers say of a text, in short. */
final class Readings {
    static final SecondHand.Catalogue CATALOGUE = FaultCatalogue.shipped()::classify;

    private Readings() {}

    /** A reader of any kind. */
    interface Reader {
        void read(InputStream in, Context context, Consumer<Located> out) throws IOException;
    }

    static byte[] resource(String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(Readings.class.getResourceAsStream(name), name)) {
            return file.readAllBytes();
        }
    }

    static String text(String name) throws IOException {
        return new String(resource(name), UTF_8);
    }

    static List<Located> of(Reader reader, Context context, String text) throws IOException {
        List<Located> findings = new ArrayList<>();
        reader.read(new ByteArrayInputStream(text.getBytes(UTF_8)), context, findings::add);
        return findings;
    }

    /** In short: line, node, GPU, what, how bad, what to do. */
    static String shortly(Located located) {
        return located.line() + " " + withoutLine(located);
    }

    /** In short: node, GPU, what, how bad, what to do. */
    static String withoutLine(Located located) {
        Fault fault = located.finding().fault();
        return "%s, %s, %s%s, %s %s %s"
                .formatted(
                        located.finding().node(),
                        fault.gpu().label(),
                        fault.kind(),
                        fault.code() == null ? "" : " " + fault.code(),
                        fault.scope(),
                        fault.severity(),
                        fault.action());
    }

    /** Feeds a reader with pieces of these texts in any order, many times. */
    static void fuzz(Reader reader, int times, List<String> texts) throws IOException {
        Random random = new Random(4711);
        for (int i = 0; i < times; i++) {
            StringBuilder input = new StringBuilder();
            for (int pieces = random.nextInt(4); pieces >= 0; pieces--) {
                String text = texts.get(random.nextInt(texts.size()));
                int from = random.nextInt(text.length());
                int length = random.nextInt(Math.min(200, text.length() - from) + 1);
                input.append(text, from, from + length);
            }
            byte[] bytes = input.toString().getBytes(UTF_8);
            for (int changes = random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            reader.read(new ByteArrayInputStream(bytes), Context.NOTHING, found -> {});
        }
    }
}
