package io.medevac.backing.sinks;

import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import java.nio.file.Path;
import java.util.List;

/**
 * A mail server and a webhook endpoint on loopback that keep all they get as files, in one small
 * process: mails as {@code *.eml}, webhook calls as {@code *.json}.
 */
public final class Sinks {
    private static final String NAME = "sinks";
    private static final int HEAP_MIB = 32;

    private final StateDirectory state;
    private final int smtpPort;
    private final int httpPort;
    private final Path mails;
    private final Path webhooks;

    /** Sinks that are not started yet. */
    public Sinks(StateDirectory state, int smtpPort, int httpPort, Path mails, Path webhooks) {
        this.state = state;
        this.smtpPort = smtpPort;
        this.httpPort = httpPort;
        this.mails = mails;
        this.webhooks = webhooks;
    }

    /** How to start and stop them. */
    public ProcessSpec spec() {
        return ProcessSpec.named(NAME, state)
                .command(
                        JavaProgram.ofMain(
                                SinksMain.class.getName(),
                                HEAP_MIB,
                                List.of(
                                        Integer.toString(smtpPort),
                                        mails.toString(),
                                        Integer.toString(httpPort),
                                        webhooks.toString())))
                .readiness(Readiness.tcp(smtpPort).and(Readiness.tcp(httpPort)))
                .build();
    }
}
