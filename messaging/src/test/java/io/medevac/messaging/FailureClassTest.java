package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.wire.PermanentFailure;
import io.medevac.wire.TransientFailure;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureClassTest {

    @ParameterizedTest
    @MethodSource
    void classifies(Throwable failure, FailureClass expected) {
        assertThat(FailureClass.of(failure)).isEqualTo(expected);
    }

    static Stream<Arguments> classifies() {
        return Stream.of(
                Arguments.of(new PermanentFailure("x"), FailureClass.PERMANENT),
                Arguments.of(new TransientFailure("x"), FailureClass.TRANSIENT),
                Arguments.of(
                        new CompletionException(new PermanentFailure("x")), FailureClass.PERMANENT),
                Arguments.of(
                        new IllegalStateException(new TransientFailure("x")),
                        FailureClass.TRANSIENT),
                Arguments.of(new IllegalArgumentException("x"), FailureClass.PERMANENT),
                Arguments.of(new IOException("x"), FailureClass.TRANSIENT),
                Arguments.of(new RuntimeException("database away"), FailureClass.TRANSIENT));
    }
}
