package io.medevac.backing.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectorDefinitionTest {

    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "MEDEVAC_OUTBOX_HOST",
                    "db",
                    "MEDEVAC_OUTBOX_PORT",
                    "5432",
                    "MEDEVAC_OUTBOX_PASSWORD",
                    "pa$$\\word");

    @Test
    void putsTheEnvironmentInAndLeavesWhatTheRouterPutsIn() throws Exception {
        ConnectorDefinition definition = ConnectorDefinition.shipped(ENVIRONMENT);

        assertThat(definition.name()).isEqualTo("medevac-outbox");
        assertThat(definition.config())
                .containsEntry("database.hostname", "db")
                .containsEntry("database.password", "pa$$\\word")
                .containsEntry("transforms.outbox.route.topic.replacement", "${routedByValue}");
    }

    @Test
    void refusesToRunWithoutAVariableThatItNames() {
        assertThatThrownBy(() -> ConnectorDefinition.shipped(Map.of("MEDEVAC_OUTBOX_HOST", "db")))
                .hasMessageContaining("MEDEVAC_OUTBOX_P");
    }

    @Test
    void neverShowsThePassword() throws Exception {
        assertThat(ConnectorDefinition.shipped(ENVIRONMENT).toString()).doesNotContain("pa$$");
    }
}
