package io.medevac.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EventsPageTest {

    @Test
    void saysWhatTheSchemasSay() throws IOException {
        Path page = EventSchemas.MODULE.resolve("../docs/events.md").normalize();
        if (Regeneration.requested()) {
            Regeneration.write(page, EventsPage.render());
        }

        assertThat(Files.readString(page))
                .as("docs/events.md; write it anew with: %s", Regeneration.COMMAND)
                .isEqualTo(EventsPage.render());
    }
}
