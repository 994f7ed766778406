package io.medevac.testkit;

import io.medevac.backing.kafka.KafkaLogins;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives a Quarkus test the {@link TestStack} and the database role of its service, whose schema is
 * emptied first, and the service's login at Kafka. Init argument {@code service}: name of the
 * service; without it, the remediator's database role and a login at Kafka that may do everything.
 *
 * <pre>{@code
 * @QuarkusTest
 * @WithTestResource(value = RealParts.class, initArgs = @ResourceArg(name = "service", value = "detector"))
 * }</pre>
 */
public final class RealParts implements QuarkusTestResourceLifecycleManager {

    private String service = "remediator";
    private String principal = KafkaLogins.ADMIN;

    @Override
    public void init(Map<String, String> arguments) {
        service = arguments.getOrDefault("service", service);
        principal = arguments.getOrDefault("service", principal);
    }

    @Override
    public Map<String, String> start() {
        TestStack stack = TestStack.get().startAll();
        String role = service.replace('-', '_');
        ServiceSchema.empty(stack.postgres(), role);
        Map<String, String> config = new HashMap<>();
        stack.kafka()
                .logins()
                .clientProperties(principal)
                .forEach((key, value) -> config.put("kafka." + key, value));
        config.put("medevac.cluster", "test");
        config.put("medevac.bootstrap.servers", stack.kafka().bootstrapServers());
        config.put("medevac.registry.url", stack.registry().url().toString());
        config.put("medevac.database.url", stack.postgres().url("medevac"));
        config.put("medevac.database.username", role);
        config.put("medevac.database.password", stack.postgres().passwords().of(role));
        return config;
    }

    /** The stack stays for the next test class; it ends with the JVM. */
    @Override
    public void stop() {}
}
