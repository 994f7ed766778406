package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessTroubleTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVRM: a[1234]: segfault at 0 ip 0 sp 0 error 4 in fallen off the bus[401000+1000]",
                "NVRM: Xid (PCI:[1234]: segfault at 0 ip 0 sp 0 error 4 in x[401000+1000]",
                "NVRM: \\xc3\\xa4\\xc3\\xa4[1234]: segfault at 0 ip 0 sp 0 error 4 in api mismatch[1+1]",
                "NVRM: a[1234] general protection ip:0 sp:0 error:0 in fallen off the bus[401000+1]",
                "NVRM: a[1234] trap invalid opcode ip:0 sp:0 error:0 in rminitadapter failed[1+1]",
                "NVRM: a[1234]: traps: x in fallen off the bus[401000+1000]",
                "NVRM: a[1234]: unhandled exception: SP Alignment, in fallen off the bus[4000+1000]",
                "NVRM: a[12] bad frame in rt_sigreturn frame:0 ip:0 in fallen off the bus[1+1]",
                "NVRM: a invoked oom-killer: gfp_mask=0xcc0, order=0",
                "NVRM: a: page allocation failure: order:4, mode:0x1",
                "Linux version [1234]: segfault at 0 ip 0 sp 0 error 4 in x[401000+1000]",
                "Linux version 6[1234]: segfault at 0 ip 0 sp 0 error 4 in x[401000+1000]",
                "Linux version 6 invoked oom-killer: gfp_mask=0xcc0",
                "Linux version (12): drop_caches: 3",
                "Linux version x",
                "mlx5_core[12]: segfault at 0 ip 0 sp 0 error 4 in fatal error[401000+1000]",
                "mlx5_0: [12]: segfault at 0 ip 0 sp 0 error 4 in health compromised[401000+1000]",
                "amdgpu[12]: segfault at 0 ip 0 sp 0 error 4 in ring timeout[401000+1000]",
                "nvidia-nvswitch[12]: segfault at 0 ip 0 in SXid (PCI:0000:06:00.0): 20034[4+1]",
                "nvidia-nvs1[12]: traps: x in SXid (PCI:0000:06:00.0): 20034, Fatal[4+1]",
                "nvidia_peermem [12]: segfault at 0 ip 0 sp 0 error 4 in x[401000+1000]",
                "EDAC MC0: 1 UE [12]: segfault at 0 ip 0 sp 0 error 4 in x[401000+1000]",
                "[Hardware Error][12]: segfault at 0 ip 0 sp 0 error 4 in x[401000+1000]",
                "NETDEV WATCHDO[12]: segfault at 0 in NETDEV WATCHDOG: eth0 (mlx5): out[4+1]",
                "a[12]: segfault at 0 ip 0 in NVRM: Xid (PCI:0000:9b:00): 79, GPU has[401000+1000]",
            })
    void isNeverADriversWords(String text) {
        for (String framing :
                List.of(
                        "",
                        "[ 1234.567890] ",
                        "kern  :info  : [ 1234.567890] ",
                        "May 29 01:37:38 gpu-1 kernel: [ 1234.567890] ",
                        "6,1227,1700000000,-;")) {
            assertThat(Reading.records(List.of(framing + text))).isEmpty();
            assertThat(KernelLineParser.parse(framing + text))
                    .allSatisfy(line -> assertThat(line.fact()).isNull());
        }
    }

    @Test
    void isNoneInTheLinesThatANameOfAFileGoesOnIn() {
        assertThat(
                        Reading.records(
                                List.of(
                                        "6,1,2,-;a[12]: segfault at 0 ip 0 sp 0 error 4 in"
                                                + " x\\x0aNVRM: Xid (PCI:0000:9b:00): 79, GPU has"
                                                + " fallen off the bus.[401000+1000]")))
                .isEmpty();
    }

    @Test
    void goesOnInNoReportOfADriver() {
        Finding begun =
                Reading.only(
                        "NVRM: The NVIDIA GPU 0000:b3:00.0",
                        "NVRM: is not [12]: segfault at 0 in fallen off the bus and is not"
                                + " responding to commands[401000+1000]");

        assertThat(begun.fault().kind()).isEqualTo("CONTEXT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVRM: Xid (PCI:0000:9b:00): 79, pid=12, name=a[1]: segfault , GPU has fallen off"
                        + " the bus.",
                "NVRM: Xid (PCI:0000:9b:00): 79, pid=1, name=a invoked oom-killer: , GPU has fallen",
            })
    void hidesNoReportOfADriver(String text) {
        assertThat(Reading.only(text).fault().code()).isEqualTo(79);
    }
}
