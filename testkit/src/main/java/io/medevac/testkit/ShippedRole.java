package io.medevac.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The ClusterRole of {@code k8s/rbac/} of a service, and ServiceAccounts that hold it less one
 * permission.
 */
public final class ShippedRole {

    private static final String RULES =
            "{range .rules[*]}{.apiGroups[0]};{.resources[*]};{.verbs[*]}{\"\\n\"}{end}";

    private final String account;
    private final ControlPlane plane = ControlPlane.get();

    private ShippedRole(String account) {
        this.account = account;
    }

    /** The role of a service. */
    public static ShippedRole of(String account) {
        return new ShippedRole(account);
    }

    /**
     * A permission.
     *
     * @param group API group; empty for the core group
     * @param verb verb
     * @param resource resource, with its subresource after a slash
     */
    public record Permission(String group, String verb, String resource) {

        /** How the API server names it when it is missing. */
        public String refusal() {
            return "cannot %s resource \"%s\"".formatted(verb, resource);
        }

        /**
         * Whether a failure says that this is missing. A watch that is refused comes without the
         * API server's words, so there the request says it.
         */
        public boolean isRefusedIn(String failure) {
            return failure.contains(refusal())
                    || (verb.equals("watch")
                            && failure.contains("Received 403")
                            && failure.contains("/" + resource + "?")
                            && failure.contains("watch=true"));
        }

        @Override
        public String toString() {
            return verb + " " + resource;
        }
    }

    /** Each permission that the file grants. */
    public List<Permission> permissions() {
        List<Permission> permissions = new ArrayList<>();
        String rules =
                plane.kubectl(
                        "get",
                        "clusterrole",
                        "medevac-" + account,
                        "--output",
                        "jsonpath=" + RULES);
        for (String rule : rules.lines().toList()) {
            String[] parts = rule.split(";", 3);
            for (String resource : parts[1].split(" ", -1)) {
                for (String verb : parts[2].split(" ", -1)) {
                    permissions.add(new Permission(parts[0], verb, resource));
                }
            }
        }
        return permissions;
    }

    /** Token of a ServiceAccount that may do all but this. */
    public String tokenWithout(Permission left) {
        String name =
                (account + "-without-" + left.verb() + "-" + left.resource().replace('/', '-'))
                        .toLowerCase(Locale.ROOT);
        StringBuilder rules = new StringBuilder();
        for (Permission permission : permissions()) {
            if (!permission.equals(left)) {
                rules.append(
                        "  - {apiGroups: [\"%s\"], resources: [%s], verbs: [%s]}%n"
                                .formatted(
                                        permission.group(),
                                        permission.resource(),
                                        permission.verb()));
            }
        }
        apply(
                """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: %1$s, namespace: %2$s}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s}
                rules:
                %3$s---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{kind: ServiceAccount, name: %1$s, namespace: %2$s}]
                """
                        .formatted(name, ControlPlane.NAMESPACE, rules));
        return plane.token(name);
    }

    private void apply(String objects) {
        try {
            Path file = Files.createTempFile("role", ".yaml");
            try {
                Files.writeString(file, objects);
                plane.kubectl("apply", "--filename", file.toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
