package io.medevac.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.PciAddress;
import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.xid.DriverVersion;
import io.medevac.domain.slurm.DrainReason;
import java.util.UUID;

/** Addresses, versions and drain reasons: what is read is written and read again the same. */
public final class WordFuzz {
    private static final UUID INCIDENT = new UUID(1, 2);

    private WordFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, UTF_8);
        PciAddress.parse(text)
                .ifPresent(
                        address ->
                                Sound.same(
                                        address,
                                        PciAddress.parse(address.toString()).orElseThrow()));
        DriverVersion.parse(text).ifPresent(version -> Sound.check(version.branch() >= 0, text));
        String clean = Text.clean(text);
        Sound.same(clean, Text.clean(clean));
        foreign(new DrainReason(text));
        ours(DrainReason.of(INCIDENT, text));
    }

    private static void foreign(DrainReason reason) {
        Sound.check(!(reason.ours() && reason.foreign()), "both ours and foreign");
        Sound.check(reason.ours() || reason.incident() == null, "foreign with an incident");
    }

    private static void ours(DrainReason reason) {
        Sound.check(reason.ours() && INCIDENT.equals(reason.incident()), reason.text());
        Sound.text("reason", reason.text(), 160);
    }
}
