package io.medevac.testkit;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives a Quarkus test the {@link TestStack} and the database role of its service, whose schema is
 * emptied first. Init argument {@code service}: name of the service, default {@code remediator}.
 *
 * <pre>{@code
 * @QuarkusTest
 * @WithTestResource(value = RealParts.class, initArgs = @ResourceArg(name = "service", value = "detector"))
 * }</pre>
 */
public final class RealParts implements QuarkusTestResourceLifecycleManager {

    private String role = "remediator";

    @Override
    public void init(Map<String, String> arguments) {
        role = arguments.getOrDefault("service", role).replace('-', '_');
    }

    @Override
    public Map<String, String> start() {
        TestStack stack = TestStack.get().startAll();
        ServiceSchema.empty(stack.postgres(), role);
        Map<String, String> config = new HashMap<>();
        config.put("medevac.cluster", "test");
        config.put("medevac.bootstrap.servers", stack.kafka().bootstrapServers());
        config.put("medevac.registry.url", stack.registry().url().toString());
        config.put("medevac.database.url", stack.postgres().url("medevac"));
        config.put("medevac.database.username", role);
        config.put("medevac.database.password", stack.postgres().credentials().password(role));
        return config;
    }

    /** The stack stays for the next test class; it ends with the JVM. */
    @Override
    public void stop() {}
}
