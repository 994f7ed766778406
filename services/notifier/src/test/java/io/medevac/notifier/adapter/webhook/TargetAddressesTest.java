package io.medevac.notifier.adapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.notifier.adapter.webhook.TargetAddresses.NotAllowed;
import io.medevac.notifier.config.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetAddressesTest {

    private static final InetAddress PUBLIC = address("93.184.215.14");

    /** Every spelling that ends at an address inside, as Java resolves it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.9.10",
                "127.1",
                "2130706433",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "192.0.0.192",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "[::1]",
                "::ffff:127.0.0.1",
                "::ffff:a00:1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1",
                "2001:0:1::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "localhost"
            })
    void refusesWhatIsNotPublic(String host) {
        TargetAddresses addresses = new TargetAddresses(List.of(), InetAddress::getAllByName);

        assertThatThrownBy(() -> addresses.of(host))
                .isInstanceOf(NotAllowed.class)
                .hasMessageStartingWith(host + " is ")
                .hasMessageContaining("medevac.notifier.allowed-private-ranges");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "93.184.215.14",
                "172.15.0.1",
                "172.32.0.1",
                "192.169.0.1",
                "100.128.0.1",
                "2606:2800:21f:cb07::1"
            })
    void allowsWhatIsPublic(String host) throws Exception {
        TargetAddresses addresses = new TargetAddresses(List.of(), InetAddress::getAllByName);

        assertThat(addresses.of(host)).isEqualTo(address(host));
    }

    @Test
    void allowsWhatTheConfigurationNamesAndNothingBeside() throws Exception {
        TargetAddresses addresses =
                new TargetAddresses(
                        List.of(AddressRange.of("10.20.0.0/16"), AddressRange.of("fd00::/8")),
                        InetAddress::getAllByName);

        assertThat(addresses.of("10.20.255.1")).isEqualTo(address("10.20.255.1"));
        assertThat(addresses.of("fd00::7")).isEqualTo(address("fd00::7"));
        assertThatThrownBy(() -> addresses.of("10.21.0.1")).isInstanceOf(NotAllowed.class);
        assertThatThrownBy(() -> addresses.of("127.0.0.1")).isInstanceOf(NotAllowed.class);
    }

    @Test
    void judgesANameByTheAddressesThatItHas() throws Exception {
        assertThatThrownBy(() -> resolvingTo(address("10.0.0.5")).of("hooks.example.org"))
                .isInstanceOf(NotAllowed.class)
                .hasMessageStartingWith("hooks.example.org is 10.0.0.5,");
        assertThat(resolvingTo(address("10.0.0.5"), PUBLIC).of("hooks.example.org"))
                .isEqualTo(PUBLIC);
    }

    private static TargetAddresses resolvingTo(InetAddress... addresses) {
        return new TargetAddresses(List.of(), host -> addresses);
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
