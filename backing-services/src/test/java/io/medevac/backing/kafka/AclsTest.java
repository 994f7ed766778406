package io.medevac.backing.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.kafka.Acls.Rule;
import io.medevac.backing.kafka.Topics.Topic;
import io.medevac.backing.registry.EventSchemas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AclsTest {

    private static final String DEAD_LETTERS = ".dlq";

    @Test
    void readsTopicsGroupsAndBeginningsOfNames() throws Exception {
        Acls acls =
                parse(
                        """
                        acls:
                          - {principal: a, topic: t.v1, operations: [Read, Write], group: a-group}
                          - {principal: b, topic: t.*, operations: [Read], group: b*}
                        """);

        assertThat(acls.principals()).containsExactly("a", "b");
        assertThat(acls.bindings())
                .extracting(
                        binding ->
                                "%s %s %s %s"
                                        .formatted(
                                                binding.entry().principal(),
                                                binding.entry().operation(),
                                                binding.pattern().patternType(),
                                                binding.pattern().name()))
                .containsExactlyInAnyOrder(
                        "User:a READ LITERAL t.v1",
                        "User:a WRITE LITERAL t.v1",
                        "User:a READ LITERAL a-group",
                        "User:b READ PREFIXED t.",
                        "User:b READ PREFIXED b");
    }

    @Test
    void refusesWhatIsMisspelt() {
        assertThatThrownBy(() -> parse("acls: [{principal: a, topics: t, operations: [Read]}]"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("topics");
        assertThatThrownBy(() -> parse("acls: [{principal: a, topic: t, operations: [Reed]}]"))
                .hasMessageContaining("Reed");
    }

    static Stream<String> writtenTopics() {
        return Stream.concat(
                        EventSchemas.all().stream().map(schema -> schema.getProp("medevac.topic")),
                        Stream.of("medevac.kernel-log"))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("writtenTopics")
    void everyTopicHasOneWriter(String topic) {
        assertThat(who(rule -> rule.topic().equals(topic), AclOperation.WRITE)).hasSize(1);
    }

    static Stream<String> deadLetterTopics() {
        return Topics.shipped().topics().stream()
                .map(Topic::name)
                .filter(name -> name.endsWith(DEAD_LETTERS));
    }

    @ParameterizedTest
    @MethodSource("deadLetterTopics")
    void thoseWhoConsumeATopicWriteItsDeadLettersAndNobodyElse(String deadLetters) {
        String topic = deadLetters.substring(0, deadLetters.length() - DEAD_LETTERS.length());

        assertThat(who(rule -> rule.topic().equals(deadLetters), AclOperation.WRITE))
                .isEqualTo(who(rule -> rule.topic().equals(topic), AclOperation.READ));
    }

    @Test
    void everyRuleIsOfATopicThatThereIs() {
        Set<String> topics =
                Topics.shipped().topics().stream().map(Topic::name).collect(Collectors.toSet());

        assertThat(Acls.shipped().rules())
                .extracting(Rule::topic)
                .allSatisfy(
                        topic ->
                                assertThat(topic)
                                        .satisfiesAnyOf(
                                                name -> assertThat(name).endsWith("*"),
                                                name -> assertThat(topics).contains(name)));
    }

    private static Set<String> who(Predicate<Rule> rules, AclOperation operation) {
        return Acls.shipped().rules().stream()
                .filter(rules)
                .filter(rule -> rule.operations().contains(operation))
                .map(Rule::principal)
                .collect(Collectors.toSet());
    }

    private static Acls parse(String yaml) throws IOException {
        return Acls.parse(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
