package io.medevac.backing.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.process.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaLoginsTest {

    @TempDir private Path folder;

    @Test
    void madeUpOnceAndForTheOwnerOnly() throws Exception {
        StateDirectory state = new StateDirectory(folder);

        KafkaLogins first = KafkaLogins.of(state);

        assertThat(KafkaLogins.of(state).brokerJaasConfig()).isEqualTo(first.brokerJaasConfig());
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(KafkaLogins.file(state))))
                .isEqualTo("rw-------");
    }

    @Test
    void givesALoginToThoseWhoAreNewInTheList() throws Exception {
        StateDirectory state = new StateDirectory(folder);
        Files.writeString(KafkaLogins.file(state), "admin=known\n");

        KafkaLogins logins = KafkaLogins.of(state);

        assertThat(logins.clientProperties("admin").get("sasl.jaas.config"))
                .contains("username=\"admin\" password=\"known\"");
        assertThat(logins.librdkafkaProperties("notifier").get("sasl.password")).hasSize(32);
        assertThatThrownBy(() -> logins.clientProperties("nobody"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nobody");
    }
}
