package io.medevac.detector.adapter.file;

import io.medevac.detector.adapter.file.LineAssembler.Line;
import io.medevac.fuzz.InPieces;
import io.medevac.fuzz.Sound;
import java.util.ArrayList;
import java.util.List;

/** Lines of a followed file: the same, at the same positions, however the bytes come. */
public final class FollowedLinesFuzz {

    private FollowedLinesFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        LineAssembler whole = new LineAssembler(0);
        List<Line> lines = new ArrayList<>();
        whole.feed(input, input.length, lines::add);
        LineAssembler inPieces = new LineAssembler(0);
        List<Line> others = new ArrayList<>();
        InPieces pieces = new InPieces(input);
        byte[] buffer = new byte[1024];
        for (int read = pieces.read(buffer, 0, buffer.length);
                read >= 0;
                read = pieces.read(buffer, 0, buffer.length)) {
            inPieces.feed(buffer, read, others::add);
        }
        Sound.same(lines, others);
        Sound.same(whole.lineStart(), inPieces.lineStart());
        Sound.same(whole.end(), inPieces.end());
        Sound.check(whole.position() == input.length, "position " + whole.position());
    }
}
