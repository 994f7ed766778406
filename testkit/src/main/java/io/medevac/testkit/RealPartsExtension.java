package io.medevac.testkit;

import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.registry.SchemaRegistry;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests without Quarkus the real parts they name as parameters of a constructor or method,
 * and starts only those: {@link KafkaBroker}, {@link PostgresServer}, {@link SchemaRegistry},
 * {@link EventTopics}, {@link ControlPlane}, {@link BareSlurm}, or the whole {@link TestStack}.
 */
public final class RealPartsExtension implements ParameterResolver {

    private static final Map<Class<?>, Supplier<?>> PARTS =
            Map.of(
                    KafkaBroker.class, () -> TestStack.get().kafka(),
                    PostgresServer.class, () -> TestStack.get().postgres(),
                    SchemaRegistry.class, () -> TestStack.get().registry(),
                    EventTopics.class, () -> TestStack.get().topics(),
                    TestStack.class, TestStack::get,
                    ControlPlane.class, ControlPlane::get,
                    BareSlurm.class, BareSlurm::get);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARTS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Supplier<?> part = PARTS.get(parameter.getParameter().getType());
        if (part == null) {
            throw new IllegalArgumentException("not a part: " + parameter.getParameter());
        }
        return part.get();
    }
}
