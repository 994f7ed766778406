package io.medevac.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.KernelLineParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Inputs that are known to say something: the records of the field that the parsers' own tests
 * read, and texts of the same forms.
 *
 * @param inputs each an input of its own
 */
record Seeds(List<String> inputs) {
    private static final Path ROOT = Path.of("..");
    private static final Path ROWS =
            ROOT.resolve("domain/src/test/resources/io/medevac/domain/detection/kernlog.tsv");
    private static final int LINE = 2;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./:\"-]{3,40}");
    private static final int MOST_WORDS = 800;

    /** These and those. */
    Seeds and(Seeds others) {
        return new Seeds(Stream.concat(inputs.stream(), others.inputs().stream()).toList());
    }

    /** Writes them into a folder, and gives it back. */
    Path into(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int i = 0; i < inputs.size(); i++) {
            Files.writeString(folder.resolve("seed-" + i), inputs.get(i));
        }
        return folder;
    }

    /** Their words, as the fuzzer wants to read them. */
    String dictionary() {
        Set<String> words = new LinkedHashSet<>(KernelLineParser.needles());
        for (String input : inputs) {
            Matcher word = WORD.matcher(input);
            while (words.size() < MOST_WORDS && word.find()) {
                words.add(word.group());
            }
        }
        StringBuilder dictionary = new StringBuilder();
        for (String word : words) {
            dictionary
                    .append('"')
                    .append(word.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\"\n");
        }
        return dictionary.toString();
    }

    /** Files below a folder of the project with one of these in their name. */
    static Seeds files(String folder, String... parts) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            List<String> inputs = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (Arrays.stream(parts).anyMatch(file.getFileName().toString()::contains)) {
                    inputs.add(Files.readString(file));
                }
            }
            return new Seeds(inputs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kernel's lines of the field, each record, and all of them as one log. */
    static Seeds kernelLines() {
        try (Stream<String> rows = Files.lines(ROWS, UTF_8)) {
            List<String> records =
                    rows.skip(1)
                            .map(row -> row.split("\t", -1)[LINE])
                            .map(line -> line.replace("\\r", "\r").replace("\\n", "\n"))
                            .toList();
            List<String> inputs = new ArrayList<>(records);
            for (int i = 0; i + 8 < records.size(); i += 8) {
                inputs.add(String.join("\n", records.subList(i, i + 8)));
            }
            return new Seeds(inputs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines around the length that is kept. */
    static Seeds longLines() {
        return new Seeds(
                List.of(
                        "a\nb\r\n\nc",
                        "x".repeat(16_384) + "\ny",
                        "x".repeat(16_385) + "\ny\n",
                        "é".repeat(10_000) + "\n"));
    }

    /** Records of shippers, key and value. */
    static Seeds shippers() {
        return new Seeds(
                List.of(
                        "gpu-1\0NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.",
                        "c1/gpu-1\0{\"log\":\"NVRM: x\",\"kubernetes\":{\"node_name\":\"gpu-2\"}}",
                        "{\"message\":\"a\\nb\",\"host\":\"gpu-1\",\"source_type\":\"journald\"}",
                        "{\"MESSAGE\":\"a\",\"_HOSTNAME\":\"gpu-1\",\"_TRANSPORT\":\"kernel\"}",
                        "{\"msg\":\"a\",\"hostname\":\"gpu-1\",\"transport\":\"stdout\"}"));
    }

    /** Messages for people. */
    static Seeds texts() {
        return new Seeds(
                List.of(
                        "Xid error 79 on GPU 3",
                        "XID_79 GPU-00000005-1111-2222-3333-444444444445 is lost",
                        "SXid (PCI:0000:06:00.0): 20034, Fatal, Link 48",
                        "gpu #4 PCI:0000:9b:00.0 xid: code=119"));
    }

    /** Addresses, versions, reasons. */
    static Seeds words() {
        return new Seeds(
                List.of(
                        "0000:9b:00",
                        "00000000:9B:00.0",
                        "ffffffff:1f:1f.7",
                        "9b:00.0",
                        "R570",
                        "570.158.01",
                        "medevac:00000000-0000-0001-0000-000000000002 xid 79",
                        "medevac:",
                        "Not responding",
                        "NHC: check_gpu failed"));
    }

    /** Policies, right and wrong. */
    static Seeds policies() {
        return new Seeds(
                List.of(
                        "overrides: []",
                        "overrides: [{kind: XID, code: 63, action: RESET_GPU, severity: info}]",
                        "{\"overrides\": [{\"kind\": \"NIC_LINK\", \"scope\": \"HOST\"}]}",
                        "a: &x 1\nb: *x",
                        "overrides:\n- kind: |\n    XID\n  code: 0x3f\n  action: !!str none\n"));
    }
}
