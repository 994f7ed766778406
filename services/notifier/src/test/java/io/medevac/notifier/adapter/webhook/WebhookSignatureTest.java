package io.medevac.notifier.adapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {

    /** The example of the Standard Webhooks specification and of its reference libraries. */
    private static final byte[] KEY =
            Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIMESTAMP = 1_614_265_330L;
    private static final String BODY = "{\"test\": 2432232314}";

    @Test
    void signsAsTheSpecificationSays() {
        assertThat(WebhookSignature.of(ID, TIMESTAMP, BODY, List.of(KEY)))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void signsWithEachKeyWhileOneIsReplaced() {
        String signature =
                WebhookSignature.of(
                        ID,
                        TIMESTAMP,
                        BODY,
                        List.of(KEY, "another key".getBytes(StandardCharsets.UTF_8)));

        assertThat(signature.split(" "))
                .hasSize(2)
                .contains("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
