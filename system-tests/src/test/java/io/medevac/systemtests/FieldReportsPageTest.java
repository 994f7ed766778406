package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every test that docs/field-reports.md names is there, and is a test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FieldReportsPageTest {
    private static final Path PAGE = Path.of("../docs/field-reports.md");
    private static final List<Path> MODULES =
            List.of(
                    Path.of("../domain"),
                    Path.of("../intake"),
                    Path.of("../services"),
                    Path.of("../simulation"));
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

    private final List<Path> tests = new ArrayList<>();

    static Stream<String> named() throws IOException {
        return NAMED.matcher(Files.readString(PAGE)).results().map(found -> found.group());
    }

    @BeforeAll
    void findTests() throws IOException {
        for (Path module : MODULES) {
            try (Stream<Path> all = Files.walk(module)) {
                all.filter(file -> file.toString().contains("/src/test/java/"))
                        .filter(file -> file.toString().endsWith(".java"))
                        .forEach(tests::add);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("named")
    void isThere(String name) throws IOException {
        var parts = NAMED.matcher(name);
        assertThat(parts.matches()).isTrue();
        List<Path> files =
                tests.stream().filter(file -> file.endsWith(parts.group(1) + ".java")).toList();
        assertThat(files).as("class %s", parts.group(1)).isNotEmpty();
        boolean found = false;
        for (Path file : files) {
            found |= hasTest(Files.readString(file), parts.group(2));
        }
        assertThat(found).as("test %s", name).isTrue();
    }

    private static boolean hasTest(String source, String method) {
        int at = source.indexOf("void " + method + "(");
        return at >= 0 && source.substring(source.lastIndexOf("\n\n", at), at).contains("Test\n");
    }
}
