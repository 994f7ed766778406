package io.medevac.backing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.postgres.SqlScript.Step.Connect;
import io.medevac.backing.postgres.SqlScript.Step.Run;
import io.medevac.backing.postgres.SqlScript.Step.RunResults;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqlScriptTest {

    @Test
    void cutsAScriptAsPsqlDoes() {
        String script =
                """
                -- a comment; with a semicolon
                SELECT 'a;b' -- and 'another'
                \\gexec
                \\connect medevac
                ALTER ROLE x PASSWORD :'p';
                SELECT 'it''s :''p''';
                """;

        assertThat(SqlScript.steps(script, Map.of("p", "o'clock")))
                .containsExactly(
                        new RunResults("SELECT 'a;b'"),
                        new Connect("medevac"),
                        new Run("ALTER ROLE x PASSWORD 'o''clock'"),
                        new Run("SELECT 'it''s :''p'''"));
    }

    @Test
    void refusesAVariableWithoutValue() {
        assertThatThrownBy(() -> SqlScript.steps("ALTER ROLE x PASSWORD :'p';", Map.of()))
                .hasMessageContaining("needs a value for p");
    }

    @Test
    void leavesCastsAlone() {
        assertThat(SqlScript.steps("SELECT 1::text;", Map.of()))
                .containsExactly(new Run("SELECT 1::text"));
    }
}
