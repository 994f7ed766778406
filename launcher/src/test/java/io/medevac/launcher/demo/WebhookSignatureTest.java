package io.medevac.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.demo.Facts.Webhook;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {

    /** The example of the Standard Webhooks specification. */
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @Test
    void acceptsTheExampleOfTheSpecification() {
        assertThat(WebhookSignature.isGenuine(call(SIGNATURE, "{\"test\": 2432232314}"), SECRET))
                .isTrue();
    }

    @Test
    void refusesAnotherBodyAndNoSignature() {
        assertThat(WebhookSignature.isGenuine(call(SIGNATURE, "{\"test\": 1}"), SECRET)).isFalse();
        assertThat(WebhookSignature.isGenuine(call("", "{\"test\": 2432232314}"), SECRET))
                .isFalse();
    }

    private static Webhook call(String signature, String body) {
        return new Webhook(
                Map.of(
                        "webhook-id",
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        "webhook-timestamp",
                        "1614265330",
                        "webhook-signature",
                        signature),
                body);
    }
}
