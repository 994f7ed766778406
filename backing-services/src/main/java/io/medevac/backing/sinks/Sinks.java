package io.medevac.backing.sinks;

import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import java.nio.file.Path;
import java.util.List;

/**
 * What stands for the world around Medevac, on loopback in one small process: a mail server and a
 * webhook endpoint that keep all they get as files, mails as {@code *.eml} and webhook calls as
 * {@code *.json}; and the dcgm-exporters of GPUs that are emulated.
 */
public final class Sinks {
    private static final String NAME = "sinks";
    private static final int HEAP_MIB = 32;

    private final StateDirectory state;
    private final int smtpPort;
    private final int httpPort;
    private final int exporterPort;
    private final Path mails;
    private final Path webhooks;

    /** Sinks that are not started yet. */
    public Sinks(
            StateDirectory state,
            int smtpPort,
            int httpPort,
            int exporterPort,
            Path mails,
            Path webhooks) {
        this.state = state;
        this.smtpPort = smtpPort;
        this.httpPort = httpPort;
        this.exporterPort = exporterPort;
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
                                        webhooks.toString(),
                                        Integer.toString(exporterPort),
                                        state.root().toString())))
                .readiness(
                        Readiness.tcp(smtpPort)
                                .and(Readiness.tcp(httpPort))
                                .and(Readiness.tcp(exporterPort)))
                .build();
    }
}
