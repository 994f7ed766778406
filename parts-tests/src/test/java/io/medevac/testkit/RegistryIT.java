package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.registry.EventSchemas;
import io.medevac.backing.registry.SchemaRegistrar;
import io.medevac.backing.registry.SchemaRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RealPartsExtension.class)
class RegistryIT {

    private final SchemaRegistry registry;

    RegistryIT(SchemaRegistry registry) {
        this.registry = registry;
    }

    @Test
    void keepsItsIdsWhenItIsKilled() throws Exception {
        Map<String, Integer> before =
                new SchemaRegistrar(registry.url()).register(EventSchemas.all());

        TestStack.get().registryPart().kill();
        TestStack.get().registry();

        assertThat(new SchemaRegistrar(registry.url()).register(EventSchemas.all()))
                .isEqualTo(before);
        assertThat(
                        new io.medevac.wire.SchemaRegistry(registry.url())
                                .byId(before.get("io.medevac.events.Signal"))
                                .getFullName())
                .isEqualTo("io.medevac.events.Signal");
    }

    @Test
    void refusesASchemaThatReadersOfEarlierOnesCannotRead() {
        Schema incompatible =
                new Schema.Parser()
                        .parse(
                                """
                        {"type": "record", "namespace": "io.medevac.events", "name": "Signal",
                         "fields": [{"name": "surprise", "type": "string"}]}
                        """);

        assertThatThrownBy(
                        () -> new SchemaRegistrar(registry.url()).register(List.of(incompatible)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("409");
    }
}
