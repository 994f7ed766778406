package io.medevac.domain.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.notification.Addressing.Addressed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressingTest {

    private static final Route OWNER_MAIL =
            new Route("owner", Audience.OWNER, ChannelKind.EMAIL, "{mail_user}");
    private static final Route OPS_MAIL =
            new Route("ops", Audience.OPERATORS, ChannelKind.EMAIL, "ops@example.org");
    private static final Route OPS_HOOK =
            new Route("pager", Audience.OPERATORS, ChannelKind.WEBHOOK, "https://pager/hook");
    private static final Message MESSAGE = OwnerTexts.signalled(Samples.signalled());

    @ParameterizedTest
    @CsvSource({
        "alice@example.org, , alice@example.org",
        "alice@example.org, hpc.example, alice@example.org",
        ", hpc.example, alice@hpc.example",
        "'', hpc.example, alice@hpc.example",
        "al, hpc.example, al@hpc.example",
        "'a b@c', hpc.example, alice@hpc.example",
    })
    void findsTheOwner(
            @Nullable String mailUser, @Nullable String domain, @Nullable String expected) {
        Addressed addressed =
                new Addressing(List.of(OWNER_MAIL), domain).recipients(toOwner(mailUser));

        assertThat(addressed.recipients())
                .containsExactly(new Recipient("owner", ChannelKind.EMAIL, expected));
        assertThat(addressed.silences()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "alice",
                "alice@",
                "a@b\r\nBcc: c@d",
                "a@b,c@d",
                "a@b>",
                "\"a b\"@c",
                "a@-b"
            })
    void saysWhenThereIsNoAddress(String mailUser) {
        Addressed addressed =
                new Addressing(List.of(OWNER_MAIL), null).recipients(toOwner(mailUser));

        assertThat(addressed.recipients()).isEmpty();
        assertThat(addressed.silences()).containsExactly(Silence.NO_ADDRESS);
    }

    @Test
    void fillsTheUserIntoATemplate() {
        Route route = new Route("owner", Audience.OWNER, ChannelKind.EMAIL, "{user}@hpc.example");

        assertThat(new Addressing(List.of(route), null).recipients(toOwner(null)).recipients())
                .containsExactly(new Recipient("owner", ChannelKind.EMAIL, "alice@hpc.example"));
    }

    @Test
    void writesToEachOperatorRouteAndToNoOwner() {
        Addressing addressing = new Addressing(List.of(OWNER_MAIL, OPS_MAIL, OPS_HOOK), null);

        assertThat(addressing.recipients(Notice.toOperators(MESSAGE)).recipients())
                .containsExactly(
                        new Recipient("ops", ChannelKind.EMAIL, "ops@example.org"),
                        new Recipient("pager", ChannelKind.WEBHOOK, "pager"));
    }

    @Test
    void writesToNobodyTwiceByTheSameChannel() {
        Route again = new Route("again", Audience.OPERATORS, ChannelKind.EMAIL, "ops@example.org");
        Addressing addressing = new Addressing(List.of(OPS_MAIL, again), null);

        assertThat(addressing.recipients(Notice.toOperators(MESSAGE)).recipients()).hasSize(1);
    }

    @Test
    void saysWhenTheAudienceHasNoRoute() {
        assertThat(new Addressing(List.of(OPS_MAIL), null).recipients(toOwner("a@b")).silences())
                .containsExactly(Silence.NO_ROUTE);
    }

    private static Notice toOwner(@Nullable String mailUser) {
        return Notice.toOwner(Samples.job("train", mailUser, "gpu-0"), MESSAGE);
    }
}
