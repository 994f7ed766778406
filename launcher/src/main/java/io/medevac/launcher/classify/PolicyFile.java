package io.medevac.launcher.classify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.SitePolicy.Rule;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a site says what it wants to be done otherwise: {@code overrides}, a list of
 * {@code kind}, {@code code} (left out: all of the kind) and at least one of {@code action}, {@code
 * severity}, {@code scope}. A file with anything wrong in it is refused as a whole.
 */
final class PolicyFile {
    private static final String LIST = "overrides";
    private static final String UNKNOWN = "UNKNOWN";
    private static final Set<String> KEYS = Set.of("kind", "code", "action", "severity", "scope");

    private final Path file;
    private final Set<String> kinds;

    private PolicyFile(Path file, Set<String> kinds) {
        this.file = file;
        this.kinds = kinds;
    }

    /**
     * Reads it.
     *
     * @param kinds kinds of faults that there are
     * @throws CommandFailure when it cannot be read or says something wrong: exit code 2
     */
    static SitePolicy read(Path file, Set<String> kinds) {
        return new PolicyFile(file, kinds).read();
    }

    private SitePolicy read() {
        try {
            YAMLMapper yaml =
                    YAMLMapper.builder()
                            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                            .build();
            JsonNode root = yaml.readTree(Files.readString(file));
            check(root != null && root.isObject(), "is no map with '" + LIST + "'");
            root.fieldNames().forEachRemaining(key -> check(key.equals(LIST), unknown(key)));
            JsonNode list = root.path(LIST);
            check(list.isArray(), "has no list '" + LIST + "'");
            List<Rule> rules = new ArrayList<>();
            Iterator<JsonNode> entries = list.elements();
            while (entries.hasNext()) {
                rules.add(rule(entries.next(), rules.size() + 1));
            }
            return new SitePolicy(rules);
        } catch (JsonProcessingException e) {
            throw refused("is no YAML: " + firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw refused("cannot be read (" + e.getClass().getSimpleName() + ")");
        } catch (IllegalArgumentException e) {
            throw refused(LIST + ": " + e.getMessage());
        }
    }

    private Rule rule(JsonNode entry, int number) {
        String where = LIST + " " + number + ": ";
        check(entry.isObject(), where + "is no map");
        entry.fieldNames().forEachRemaining(key -> check(KEYS.contains(key), where + unknown(key)));
        String kind = entry.path("kind").asText("");
        check(kinds.contains(kind), where + "there is no kind '" + kind + "'");
        JsonNode code = entry.path("code");
        check(
                code.isMissingNode() || (code.isInt() && code.intValue() >= 0),
                where + "code is no number from 0");
        return new Rule(
                kind,
                code.isMissingNode() ? null : code.intValue(),
                word(entry, "scope", FaultScope.values(), where),
                word(entry, "severity", Severity.values(), where),
                word(entry, "action", RecommendedAction.values(), where));
    }

    /** A word of the list; that it be unknown is nothing to ask for. */
    private <E extends Enum<E>> @Nullable E word(
            JsonNode entry, String key, E[] words, String where) {
        if (!entry.has(key)) {
            return null;
        }
        String given = entry.path(key).asText("").toUpperCase(Locale.ROOT);
        List<E> allowed =
                Arrays.stream(words).filter(word -> !word.name().equals(UNKNOWN)).toList();
        for (E word : allowed) {
            if (word.name().equals(given)) {
                return word;
            }
        }
        throw refused(where + key + " is none of " + allowed);
    }

    private void check(boolean right, String otherwise) {
        if (!right) {
            throw refused(otherwise);
        }
    }

    private CommandFailure refused(String why) {
        return CommandFailure.usage(
                "the policy file %s is refused: %s".formatted(file, firstLine(why)));
    }

    private static String unknown(String key) {
        return "'" + key + "' is unknown";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
