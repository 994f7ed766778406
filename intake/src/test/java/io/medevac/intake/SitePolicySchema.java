package io.medevac.intake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.medevac.domain.detection.FindingKinds;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The JSON schema of a site policy, made from what the reader takes. Written again with {@code mvn
 * -pl intake -am test -Dtest=SitePolicyFileTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dmedevac.docs.write=true}.
 */
final class SitePolicySchema {
    static final Path PAGE = Path.of("../docs/site-policy.schema.json");

    private static final ObjectMapper JSON = new ObjectMapper();

    private SitePolicySchema() {}

    static String text() throws JsonProcessingException {
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Medevac site policy");
        schema.put(
                "description",
                "What a site wants to be done otherwise than the catalogue says. At most one entry"
                        + " for each kind and code; no YAML aliases.");
        ObjectNode entry = closed(schema, SitePolicyFile.LIST).putObject(SitePolicyFile.LIST);
        entry.put("type", "array").put("maxItems", SitePolicyFile.MOST);
        ObjectNode item = entry.putObject("items");
        ObjectNode keys = closed(item, "kind");
        described(keys, "kind", "what is seen otherwise").set("enum", list(FindingKinds.all()));
        described(keys, "code", "its number (Xid); left out: all of the kind")
                .put("type", "integer")
                .put("minimum", 0)
                .put("maximum", Integer.MAX_VALUE);
        described(keys, "action", "what to do").set("enum", list(words("action")));
        described(keys, "severity", "how bad").set("enum", list(words("severity")));
        described(keys, "scope", "what is broken").set("enum", list(words("scope")));
        ArrayNode any = item.putArray("anyOf");
        for (String key : List.of("action", "severity", "scope")) {
            any.addObject().putArray("required").add(key);
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
    }

    /** The words of a key, in upper and in lower case. */
    static List<String> words(String key) {
        List<String> words =
                SitePolicyFile.words(
                        switch (key) {
                            case "action" -> RecommendedAction.values();
                            case "severity" -> Severity.values();
                            case "scope" -> FaultScope.values();
                            default -> throw new IllegalArgumentException(key);
                        });
        List<String> both = new ArrayList<>(words);
        words.forEach(word -> both.add(word.toLowerCase(Locale.ROOT)));
        return both;
    }

    private static ObjectNode closed(ObjectNode map, String required) {
        map.put("type", "object").put("additionalProperties", false);
        map.putArray("required").add(required);
        return map.putObject("properties");
    }

    private static ObjectNode described(ObjectNode keys, String key, String what) {
        return keys.putObject(key).put("description", what);
    }

    private static ArrayNode list(Collection<String> words) {
        ArrayNode list = JSON.createArrayNode();
        words.forEach(list::add);
        return list;
    }
}
