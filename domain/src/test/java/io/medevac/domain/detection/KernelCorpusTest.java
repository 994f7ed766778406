package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every record of the field says what it says. */
class KernelCorpusTest {

    static Stream<CorpusRow> rows() throws IOException {
        return CorpusRow.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void readsEveryRow(CorpusRow row) throws IOException {
        List<String> lines = new ArrayList<>(identityLinesOf(row));
        int before = lines.size();
        lines.addAll(row.lines());

        List<Finding> found = Reading.findings(lines);

        assertThat(found).hasSize(before + (row.isRecord() ? 1 : 0));
        if (row.isRecord()) {
            compare(found.getLast(), row);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void readsEveryRowAsTheRecordOfItsFirstLine(CorpusRow row) {
        assertThat(Reading.records(row.lines()))
                .allSatisfy(said -> assertThat(said.line()).isEqualTo(1));
    }

    private static void compare(Finding got, CorpusRow row) {
        SoftAssertions all = new SoftAssertions();
        all.assertThat(got.fault().kind()).as("kind").isEqualTo(row.kind());
        all.assertThat(got.fault().code()).as("code").isEqualTo(row.code());
        all.assertThat(got.fault().gpu().pci()).as("pci").isEqualTo(row.pci());
        String gpu = got.fault().gpu().uuid();
        all.assertThat(row.kind().startsWith("SXID") ? got.device() : gpu)
                .as("gpu")
                .isEqualTo(row.gpu());
        all.assertThat(got.pid()).as("pid").isEqualTo(row.pid());
        all.assertThat(got.process()).as("process").isEqualTo(row.process());
        all.assertThat(got.link()).as("link").isEqualTo(row.link());
        all.assertThat(got.fault().message()).as("message").startsWith(row.beginOfMessage());
        if (!row.message().contains("...")) {
            all.assertThat(got.fault().message()).as("message").isEqualTo(row.message());
        }
        all.assertAll();
    }

    /** The lines before it in its log that tell the UUID it names. */
    private static List<String> identityLinesOf(CorpusRow row) throws IOException {
        if (row.gpu() == null || !row.kind().equals("XID")) {
            return List.of();
        }
        return CorpusRow.all().stream()
                .filter(other -> other.kind().equals("GPU_IDENTITY"))
                .filter(other -> Objects.equals(other.gpu(), row.gpu()))
                .flatMap(other -> other.lines().stream())
                .toList();
    }
}
