package io.medevac.domain.detection;

import io.medevac.domain.detection.LogChunk.Sighting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A report of several lines as far as it has been read.
 *
 * @param signalId identity of its first line
 * @param incidentIfFirst identity of the incident that it opens, if it opens one
 * @param position of its first line
 * @param writtenAt when its first line was written; null when not known
 * @param texts its lines, without framing
 */
record BegunReport(
        UUID signalId,
        UUID incidentIfFirst,
        long position,
        @Nullable Instant writtenAt,
        List<String> texts) {

    /** Keeps a copy. */
    BegunReport {
        texts = List.copyOf(texts);
    }

    /** The report that this line begins; null when it begins none. */
    static @Nullable BegunReport of(Sighting sighting) {
        String text = sighting.line().text();
        return SeveralLines.begin(Framing.of(text), 0) == null
                ? null
                : new BegunReport(
                        sighting.signalId(),
                        sighting.incidentIfFirst(),
                        sighting.position(),
                        sighting.writtenAt(),
                        List.of(Text.cut(text, Signal.RAW_LIMIT)));
    }

    /** With this line too; null when it does not go on in it. */
    @Nullable BegunReport with(String text) {
        SeveralLines read = read();
        if (read == null || !read.takes(Framing.of(text), 0)) {
            return null;
        }
        List<String> more = new ArrayList<>(texts);
        more.add(Text.cut(text, Signal.RAW_LIMIT));
        return new BegunReport(signalId, incidentIfFirst, position, writtenAt, more);
    }

    /** Whether nothing more belongs to it. */
    boolean complete() {
        SeveralLines read = read();
        return read == null || read.complete();
    }

    /** Its lines put together, as a line that says all of it. */
    Sighting whole() {
        SeveralLines read = read();
        String text = read == null ? String.join(" ", texts) : read.text();
        KernelFact fact = read == null ? null : read.fact();
        return new Sighting(
                signalId,
                incidentIfFirst,
                position,
                new KernelLine(fact, text, null, null),
                writtenAt,
                text);
    }

    private @Nullable SeveralLines read() {
        SeveralLines read = SeveralLines.begin(Framing.of(texts.getFirst()), 0);
        for (String text : texts.subList(1, texts.size())) {
            if (read != null) {
                read.takes(Framing.of(text), 0);
            }
        }
        return read;
    }
}
