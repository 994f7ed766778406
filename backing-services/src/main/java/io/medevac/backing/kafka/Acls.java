package io.medevac.backing.kafka;

import io.medevac.backing.data.ShippedFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * Who may read and write which topic, as {@code k8s/topics/acls.yaml} tells it.
 *
 * @param rules all of them; what none allows is refused
 */
public record Acls(List<Rule> rules) {

    private static final String DATA = "topics/acls.yaml";
    private static final String ANY_HOST = "*";

    public Acls {
        rules = List.copyOf(rules);
    }

    /**
     * One line of the list.
     *
     * @param principal name that the client has logged in with
     * @param topic name of a topic, or with {@code *} at its end what names begin with
     * @param operations what is allowed on the topic
     * @param group consumer group that may be joined, spelled like the topic
     */
    public record Rule(
            String principal, String topic, Set<AclOperation> operations, @Nullable String group) {

        public Rule {
            operations = Set.copyOf(operations);
        }

        private List<AclBinding> bindings() {
            List<AclBinding> bindings = new ArrayList<>();
            for (AclOperation operation : operations) {
                bindings.add(allow(ResourceType.TOPIC, topic, operation));
            }
            if (group != null) {
                bindings.add(allow(ResourceType.GROUP, group, AclOperation.READ));
            }
            return bindings;
        }

        private AclBinding allow(ResourceType type, String name, AclOperation operation) {
            boolean prefix = name.endsWith("*");
            ResourcePattern resource =
                    prefix
                            ? new ResourcePattern(
                                    type,
                                    name.substring(0, name.length() - 1),
                                    PatternType.PREFIXED)
                            : new ResourcePattern(type, name, PatternType.LITERAL);
            return new AclBinding(
                    resource,
                    new AccessControlEntry(
                            "User:" + principal, ANY_HOST, operation, AclPermissionType.ALLOW));
        }
    }

    /** The list that was shipped with this program. */
    public static Acls shipped() {
        return ShippedFile.read(DATA, Acls::parse);
    }

    /**
     * Reads the form that the comment of the shipped file describes.
     *
     * @throws IOException when it is no YAML or has an unknown key
     */
    static Acls parse(InputStream yaml) throws IOException {
        FileForm file = ShippedFile.yaml(yaml, FileForm.class);
        return new Acls(file.acls().stream().map(RuleForm::rule).toList());
    }

    /** Everybody who is allowed something. */
    public Set<String> principals() {
        return rules.stream().map(Rule::principal).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The list in Kafka's form. */
    Set<AclBinding> bindings() {
        return rules.stream().flatMap(rule -> rule.bindings().stream()).collect(Collectors.toSet());
    }

    private record FileForm(List<RuleForm> acls) {}

    private record RuleForm(
            String principal, String topic, List<String> operations, @Nullable String group) {

        private Rule rule() {
            return new Rule(
                    principal,
                    topic,
                    operations.stream().map(RuleForm::operation).collect(Collectors.toSet()),
                    group);
        }

        private static AclOperation operation(String word) {
            AclOperation operation = AclOperation.fromString(word);
            if (operation.isUnknown()) {
                throw new IllegalArgumentException("Kafka knows no operation " + word);
            }
            return operation;
        }
    }
}
