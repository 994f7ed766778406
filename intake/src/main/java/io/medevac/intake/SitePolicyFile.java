package io.medevac.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.medevac.domain.detection.FindingKinds;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.SitePolicy.Rule;
import io.medevac.domain.detection.Text;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a site says what it wants to be done otherwise, as {@code
 * docs/site-policy.schema.json} describes it: {@code overrides}, a list of {@code kind}, {@code
 * code} (left out: all of the kind) and at least one of {@code action}, {@code severity}, {@code
 * scope}. YAML, and so JSON too. A file with anything wrong in it is refused as a whole.
 */
public final class SitePolicyFile {
    /** Bytes of the longest file that is read. */
    public static final int LONGEST = 1 << 20;

    /** Overrides that a file may have. */
    static final int MOST = 1000;

    static final String LIST = "overrides";

    private static final Set<String> KINDS = FindingKinds.all();
    private static final String UNKNOWN = "UNKNOWN";
    private static final List<String> KEYS = List.of("kind", "code", "action", "severity", "scope");
    private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,18}");
    private static final int SHOWN = 60;
    private static final YAMLMapper YAML =
            YAMLMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private SitePolicyFile() {}

    /**
     * Reads the text of a policy file.
     *
     * @throws IllegalArgumentException with one line that names the place and what it allows
     */
    public static SitePolicy parse(String text) {
        JsonNode root = load(text);
        if (!root.isObject()) {
            throw wrong("the file", "must be a map with the key " + LIST, root);
        }
        refuseOthers("", root, List.of(LIST));
        JsonNode list = root.path(LIST);
        if (!list.isArray()) {
            throw wrong(LIST, "must be a list", list);
        }
        if (list.size() > MOST) {
            throw new IllegalArgumentException(
                    "%s: must have at most %d entries, has: %d".formatted(LIST, MOST, list.size()));
        }
        List<Rule> rules = new ArrayList<>();
        Map<String, String> places = new HashMap<>();
        Iterator<JsonNode> entries = list.elements();
        while (entries.hasNext()) {
            String place = "%s[%d]".formatted(LIST, rules.size());
            Rule rule = rule(place, entries.next());
            String named = rule.code() == null ? rule.kind() : rule.kind() + " " + rule.code();
            String before = places.putIfAbsent(named, place);
            if (before != null) {
                throw new IllegalArgumentException(
                        "%s: must be another kind or code than %s, is: %s"
                                .formatted(place, before, named));
            }
            rules.add(rule);
        }
        return new SitePolicy(rules);
    }

    /** The words of a part of the verdict; that it be unknown is nothing to ask for. */
    static List<String> words(Enum<?>[] all) {
        return Arrays.stream(all).map(Enum::name).filter(word -> !word.equals(UNKNOWN)).toList();
    }

    private static Rule rule(String place, JsonNode entry) {
        if (!entry.isObject()) {
            throw wrong(place, "must be a map", entry);
        }
        refuseOthers(place + ".", entry, KEYS);
        JsonNode kind = entry.path("kind");
        if (!kind.isTextual() || !KINDS.contains(kind.textValue())) {
            throw wrong(place + ".kind", oneOf(KINDS), kind);
        }
        Integer code = code(place + ".code", entry.path("code"));
        FaultScope scope = word(place, entry, "scope", FaultScope.values());
        Severity severity = word(place, entry, "severity", Severity.values());
        RecommendedAction action = word(place, entry, "action", RecommendedAction.values());
        if (scope == null && severity == null && action == null) {
            throw wrong(place, "must have at least one of action, severity, scope", entry);
        }
        return new Rule(kind.textValue(), code, scope, severity, action);
    }

    private static @Nullable Integer code(String place, JsonNode code) {
        if (code.isMissingNode()) {
            return null;
        }
        if (!code.isNumber()
                || !code.canConvertToExactIntegral()
                || !code.canConvertToInt()
                || code.intValue() < 0) {
            throw wrong(place, "must be a whole number from 0 to " + Integer.MAX_VALUE, code);
        }
        return code.intValue();
    }

    private static <E extends Enum<E>> @Nullable E word(
            String place, JsonNode entry, String key, E[] all) {
        JsonNode given = entry.path(key);
        if (given.isMissingNode()) {
            return null;
        }
        List<String> allowed = words(all);
        for (E word : all) {
            String upper = word.name();
            if (allowed.contains(upper)
                    && given.isTextual()
                    && (given.textValue().equals(upper)
                            || given.textValue().equals(upper.toLowerCase(Locale.ROOT)))) {
                return word;
            }
        }
        throw wrong(place + "." + key, oneOf(allowed), given);
    }

    private static JsonNode load(String text) {
        try {
            refuseWhatReadsOtherwise(text);
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "no YAML: line %d: %s"
                            .formatted(
                                    e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                                    shown(firstLine(e.getOriginalMessage()))),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An alias would be taken for the text of its name, 063 for 51. */
    private static void refuseWhatReadsOtherwise(String text) throws IOException {
        try (var tokens = YAML.getFactory().createParser(text)) {
            for (@Nullable JsonToken token = tokens.nextToken();
                    token != null;
                    token = tokens.nextToken()) {
                if (tokens.isCurrentAlias()) {
                    throw unclear(tokens, "must be no alias");
                }
                if (token == JsonToken.VALUE_NUMBER_INT
                        && !DECIMAL.matcher(tokens.getText()).matches()) {
                    throw unclear(tokens, "a whole number must be decimal");
                }
            }
        }
    }

    private static IllegalArgumentException unclear(JsonParser tokens, String rule)
            throws IOException {
        return new IllegalArgumentException(
                "line %d: %s, is: %s"
                        .formatted(
                                tokens.currentTokenLocation().getLineNr(),
                                rule,
                                shown(tokens.getText())));
    }

    private static void refuseOthers(String place, JsonNode map, List<String> known) {
        Iterator<String> keys = map.fieldNames();
        while (keys.hasNext()) {
            String key = keys.next();
            if (!known.contains(key)) {
                throw new IllegalArgumentException(
                        place
                                + shown(key)
                                + ": unknown key; known here: "
                                + String.join(", ", known));
            }
        }
    }

    private static String oneOf(Collection<String> words) {
        return "must be one of " + String.join(", ", words);
    }

    private static IllegalArgumentException wrong(String place, String rule, JsonNode value) {
        return new IllegalArgumentException(
                place
                        + ": "
                        + rule
                        + ", "
                        + (value.isMissingNode() ? "is missing" : "is: " + shown(text(value))));
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    private static String shown(String text) {
        String clean = Text.clean(Text.cut(text, 2 * SHOWN));
        return clean.length() <= SHOWN ? clean : Text.cut(clean, SHOWN) + "…";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
