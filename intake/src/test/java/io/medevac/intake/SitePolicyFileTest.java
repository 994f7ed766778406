package io.medevac.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.medevac.domain.detection.FindingKinds;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.SitePolicy.Rule;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SitePolicyFileTest {
    private static final String ACTIONS =
            "must be one of NONE, RESTART_APP, RESET_GPU, REBOOT_NODE, REPLACE_NODE,"
                    + " CONTACT_SUPPORT";

    @Test
    void readsWhatTheSiteWants() {
        assertThat(
                        SitePolicyFile.parse(
                                """
                                overrides:
                                  - kind: XID
                                    code: 63
                                    action: RESET_GPU
                                    severity: critical
                                  - kind: NIC_LINK
                                    scope: HOST
                                """))
                .isEqualTo(
                        new SitePolicy(
                                List.of(
                                        new Rule(
                                                "XID",
                                                63,
                                                null,
                                                Severity.CRITICAL,
                                                RecommendedAction.RESET_GPU),
                                        new Rule("NIC_LINK", null, FaultScope.HOST, null, null))));
    }

    @Test
    void theShippedExampleIsRightAndShowsEveryKey() throws IOException {
        String example = Files.readString(Path.of("../k8s/examples/site-policy.yaml"));

        assertThat(SitePolicyFile.parse(example).overrides()).hasSizeGreaterThan(1);
        assertThat(example)
                .contains("kind:", "code:", "action:", "severity:", "scope:")
                .contains(SitePolicySchema.PAGE.getFileName().toString());
        assertThat(bySchema(example)).isTrue();
    }

    @Test
    void theSchemaIsWhatTheReaderTakes() throws IOException {
        String schema = SitePolicySchema.text();
        if (Boolean.getBoolean("medevac.docs.write")) {
            Files.writeString(SitePolicySchema.PAGE, schema);
        }

        assertThat(SitePolicySchema.PAGE).content().isEqualTo(schema);
    }

    @Test
    void takesEveryKindAndEveryWordOfTheSchema() throws IOException {
        for (String kind : FindingKinds.all()) {
            isTakenByBoth("overrides: [{kind: %s, action: NONE}]".formatted(kind));
        }
        for (String key : List.of("action", "severity", "scope")) {
            for (String word : SitePolicySchema.words(key)) {
                isTakenByBoth("overrides: [{kind: XID, code: 63, %s: %s}]".formatted(key, word));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overrides: []",
                "{\"overrides\": [{\"kind\": \"XID\", \"code\": 0, \"severity\": \"INFO\"}]}",
                "overrides: [{kind: XID, code: 63.0, action: NONE}]",
                "overrides: [{kind: XID, code: 63, action: NONE}, {kind: XID, action: NONE}]",
                "# none yet\noverrides: []\n",
                "---\noverrides: []\n...\n",
            })
    void readerAndSchemaTake(String text) throws IOException {
        isTakenByBoth(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "overrides|the file: must be a map with the key overrides, is: overrides",
                "[]|the file: must be a map with the key overrides, is: []",
                "{}|overrides: must be a list, is missing",
                "overrides: 3|overrides: must be a list, is: 3",
                "other: []|other: unknown key; known here: overrides",
                "overrides: [3]|overrides[0]: must be a map, is: 3",
                "overrides: [{kind: XID, code: 63, actoin: NONE}]|overrides[0].actoin: unknown key;"
                        + " known here: kind, code, action, severity, scope",
                "overrides: [{kind: XID, code: many, action: NONE}]|overrides[0].code: must be a"
                        + " whole number from 0 to 2147483647, is: many",
                "overrides: [{kind: XID, code: '63', action: NONE}]|overrides[0].code: must be a"
                        + " whole number from 0 to 2147483647, is: 63",
                "overrides: [{kind: XID, code: -1, action: NONE}]|overrides[0].code: must be a"
                        + " whole number from 0 to 2147483647, is: -1",
                "overrides: [{kind: XID, code: 6.3, action: NONE}]|overrides[0].code: must be a"
                        + " whole number from 0 to 2147483647, is: 6.3",
                "overrides: [{kind: XID, code: , action: NONE}]|overrides[0].code: must be a"
                        + " whole number from 0 to 2147483647, is: null",
                "overrides: [{kind: XID, code: 2147483648, action: NONE}]|overrides[0].code: must"
                        + " be a whole number from 0 to 2147483647, is: 2147483648",
                "overrides: [{kind: XID, code: 63}]|overrides[0]: must have at least one of action,"
                        + " severity, scope, is: {\"kind\":\"XID\",\"code\":63}",
                "overrides: [{kind: XID, action: EXPLODE}]|overrides[0].action: "
                        + ACTIONS
                        + ", is: EXPLODE",
                "overrides: [{kind: XID, action: UNKNOWN}]|overrides[0].action: "
                        + ACTIONS
                        + ", is: UNKNOWN",
                "overrides: [{kind: XID, action: }]|overrides[0].action: " + ACTIONS + ", is: null",
                "overrides: [{kind: XID, severity: bad}]|overrides[0].severity: must be one of"
                        + " INFO, DEGRADED, CRITICAL, is: bad"
            })
    void readerAndSchemaRefuse(String text, String why) throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SitePolicyFile.parse(text))
                .withMessage(why);
        assertThat(bySchema(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overrides: [{kind: XIDD, code: 63, action: NONE}]",
                "overrides: [{kind: [XID], action: NONE}]",
                "overrides: [{code: 63, action: NONE}]",
            })
    void readerAndSchemaRefuseAKindThatThereIsNot(String text) throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SitePolicyFile.parse(text))
                .withMessageStartingWith("overrides[0].kind: must be one of ")
                .withMessageContaining(" XID,");
        assertThat(bySchema(text)).isFalse();
    }

    @Test
    void readerAndSchemaRefuseMoreThanAPersonWouldWrite() throws IOException {
        StringBuilder text = new StringBuilder("overrides:\n");
        for (int code = 0; code <= SitePolicyFile.MOST; code++) {
            text.append("  - {kind: XID, code: %d, action: NONE}\n".formatted(code));
        }

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SitePolicyFile.parse(text.toString()))
                .withMessage("overrides: must have at most 1000 entries, has: 1001");
        assertThat(bySchema(text.toString())).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "overrides: [{kind: XID, code: 9, scope: GPU}, {kind: XID, code: 9, action: NONE}]"
                        + "|overrides[1]: must be another kind or code than overrides[0], is: XID 9",
                "overrides: [{kind: XID, action: NONE, action: NONE}]|no YAML: line 1: Duplicate"
                        + " field 'action'",
                "overrides: [{kind: *XID, action: NONE}]|line 1: must be no alias, is: XID",
                "overrides: [{kind: XID, code: 063, action: NONE}]|line 1: a whole number must be"
                        + " decimal, is: 063",
                "overrides: [{kind: XID, code: 0x3f, action: NONE}]|line 1: a whole number must be"
                        + " decimal, is: 0x3f"
            })
    void theReaderAloneSeesTheseMistakes(String text, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SitePolicyFile.parse(text))
                .withMessage(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "overrides: [{",
                "\u0000",
                "\ud800",
                "overrides: []\n---\noverrides: []\n",
                "overrides: []\n  - x",
                "{\"overrides\": [{\"kind\": \"\\u001b[31mX\\nY\", \"action\": \"NONE\"}]}",
            })
    void everyRefusalIsOneCleanLine(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SitePolicyFile.parse(text))
                .satisfies(
                        refused ->
                                assertThat(refused.getMessage())
                                        .isNotBlank()
                                        .doesNotContainPattern("\\p{Cntrl}"));
    }

    private static void isTakenByBoth(String text) throws IOException {
        assertThat(SitePolicyFile.parse(text)).isNotNull();
        assertThat(bySchema(text)).as(text).isTrue();
    }

    private static boolean bySchema(String yaml) throws IOException {
        JsonNode read = new YAMLMapper().readTree(yaml);
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(SitePolicySchema.PAGE))
                .validate(read)
                .isEmpty();
    }
}
