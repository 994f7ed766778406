package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.fault.Gpu;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodesInTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NvidiaXID79Error | 79",
                "NvidiaXID13Warning | 13",
                "XID_ERROR_48 | 48",
                "detected XID-79 on the instance | 79",
                "Caught XID error, XID=79 | 79",
                "GPU 0 reported XID 48 | 48",
                "GPU had an uncontained error (XID 95) Drain | 95",
                "Xid error 79 on gpu 3 | 79",
                "xid: 31 | 31"
            })
    void knowsManySpellings(String text, int code) {
        assertThat(CodesInText.xids(text)).extracting(XidReported::code).containsExactly(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Xid on n1 gpu 2",
                "XID errors present in kernel log",
                "Detected fatal NvSwitch SXID 20034",
                "nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Fatal, Link 48",
                "Xid 1234567",
                "NVRM: Xid (PCI:0000:66:00): abc"
            })
    void takesNothingElse(String text) {
        assertThat(CodesInText.xids(text)).isEmpty();
    }

    @Test
    void readsQuotedLines() {
        assertThat(
                        CodesInText.xids(
                                "a: NVRM: Xid (PCI:0002:00:00): 119, pid=1582259, name=nvc:[driver],"
                                        + " Timeout; NVRM: Xid (PCI:0000:01:00 GPU-I:05): 94, x 74"))
                .isEqualTo(
                        List.of(
                                new XidReported(
                                        "0002:00:00",
                                        119,
                                        1582259,
                                        "nvc:[driver]",
                                        "Timeout; NVRM:"),
                                new XidReported("0000:01:00", 94, null, null, "x 74")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no XID 79 was found on this node | true",
                "this is not Xid 79, which would mean that the GPU is lost | true",
                "see the runbook for XID 79 | true",
                "GPU had an uncontained error (XID 79) Drain | true",
                "Xid error 79 on gpu 3 | false",
                "XID 79 | false",
                "Caught XID error, XID=79 | false",
                "GPU 3: XID 79 | false",
                "error = xid 79 | false",
                "xid: 79, not XID 79 | false",
                "see XID 48 | false",
                "seen: NVRM: Xid (PCI:0000:3b:00): 79, see XID 79 | false",
            })
    void knowsWhatIsOnlyTold(String text, boolean told) {
        assertThat(CodesInText.onlyTold(text, 79)).isEqualTo(told);
    }

    @Test
    void takesNoNumberThatACutMayHaveShortened() {
        String text = "NVRM: Xid (PCI:0000:3b:00): 7";
        String cut = "x".repeat(80 - text.length()) + text;

        assertThat(CodesInText.xids(CodesInText.whole(cut))).isEmpty();
        assertThat(CodesInText.xids(CodesInText.whole(cut + "9"))).hasSize(1);
        assertThat(CodesInText.whole("x".repeat(1023) + "9")).hasSize(1023);
    }

    @Test
    void knowsTheGpu() {
        assertThat(
                        CodesInText.gpu(
                                "ErrorCode:31 PCI:0001:00:00 GPU_UUID:GPU-11111111-1111-1111-1111-111111111111"))
                .isEqualTo(new Gpu(null, "0001:00:00", "GPU-11111111-1111-1111-1111-111111111111"));
        assertThat(CodesInText.gpu("ErrorCode:X GPU:0 over")).isEqualTo(new Gpu(0, null, null));
        assertThat(CodesInText.gpu("active on GPU 3")).isEqualTo(new Gpu(3, null, null));
        assertThat(CodesInText.gpu("GPU 0000:3b:00")).isEqualTo(Gpu.UNKNOWN);
        assertThat(CodesInText.sxid("Detected fatal NvSwitch SXID 20034")).contains(20034);
        assertThat(CodesInText.sxid("SXid (PCI:0000:06:00.0): 20034, Fatal")).contains(20034);
    }

    @Test
    void noTextBreaksIt() {
        Random random = new Random(4711);
        String pieces =
                "NVRM: Xid (PCI:0000:3b:00.0): 79, pid=1, name=a, link -1 SXid (: GPU:9-\uD800";
        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(8); j >= 0; j--) {
                int from = random.nextInt(pieces.length());
                text.append(pieces, from, Math.min(pieces.length(), from + random.nextInt(30)));
            }
            String read = CodesInText.whole(text.toString());
            CodesInText.xids(read);
            CodesInText.gpu(read);
            CodesInText.sxid(read);
            CodesInText.onlyTold(read, 79);
        }
        String long1 = "Xid (PCI:".repeat(20_000);
        assertThat(CodesInText.xids(long1)).isEmpty();
    }
}
