package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.correlation.Dossier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "mlx5_core 0000:3b:00.1: poll_health:801:(pid 0): Fatal error 1 detected|NIC_FAULT|CRITICAL|REPLACE_NODE",
                "mlx5_core 0000:3b:00.1: mlx5_health_try_recover:328:(pid 93): handling bad device here|NIC_FAULT|CRITICAL|REPLACE_NODE",
                "mlx5_core 0000:3b:00.1: wait_func:1154:(pid 93): ACCESS_REG(0x805) timeout. Will cause a leak of a command resource|NIC_FAULT|CRITICAL|REPLACE_NODE",
                "mlx5_core 0000:3b:00.1: Port module event[error]: module 1, Cable error, High Temperature|NIC_WARNING|DEGRADED|NONE",
                "mlx5_core 0000:3b:00.1: mlx5_pcie_event:299:(pid 268269): Detected insufficient power on the PCIe slot (27W).|NIC_WARNING|DEGRADED|NONE",
                "mlx5_core 0000:3b:00.1 ens1f1np1: Link up|NIC_LINK|INFO|NONE",
                "mlx5_core 0000:3b:00.1: Port module event: module 1, Cable plugged|NIC_LINK|INFO|NONE",
                "systemd-networkd[5398]: ib6: Gained carrier|NIC_LINK|INFO|NONE",
                "NETDEV WATCHDOG: ens1 (ice): transmit queue 3 timed out|NIC_WARNING|DEGRADED|NONE",
                "pcieport 0000:00:03.1: AER: Corrected error received: 0000:9b:00.0|PCIE_AER|INFO|NONE",
                "pcieport 0000:00:03.1: AER: Uncorrectable (Non-Fatal) error message received from 0000:9b:00.0|PCIE_AER|DEGRADED|CONTACT_SUPPORT",
                "nvidia 0000:9b:00.0: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, (Requester ID)|PCIE_AER|CRITICAL|CONTACT_SUPPORT",
                "nvidia 0000:9b:00.0: Unable to change power state from D3cold to D0, device inaccessible|GPU_LOST|CRITICAL|REPLACE_NODE",
                "nvidia 0000:9b:00.0: can't change power state from D3cold to D0 (config space inaccessible)|GPU_LOST|CRITICAL|REPLACE_NODE",
                "amdgpu 0000:e3:00.0: Unable to change power state from D3cold to D0, device inaccessible|AMD_HANG|CRITICAL|RESET_GPU",
                "mlx5_core 0000:3b:00.1: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)|PCIE_AER|INFO|NONE",
                "pcieport 0000:00:03.1: DPC: containment event, status:0x1f01 source:0x0000|PCIE_AER|CRITICAL|CONTACT_SUPPORT",
                "EDAC MC0: 12 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0)|HOST_MEMORY|INFO|NONE",
                "mce: [Hardware Error]: Machine check events logged|HOST_MACHINE_CHECK|DEGRADED|NONE",
                "mce: [Hardware Error]: CPU 2: Machine Check Exception: 5 Bank 4: b200000000070005|HOST_MACHINE_CHECK|CRITICAL|CONTACT_SUPPORT",
                "mce: [Hardware Error]: CPU 2: Machine Check: 0 Bank 4: 9c00000000070005|HOST_MACHINE_CHECK|DEGRADED|NONE",
                "EDAC MC0: UE row 3, channel-a= 0 channel-b= 1 labels \"-\": i5000|HOST_MEMORY|CRITICAL|CONTACT_SUPPORT",
                "EDAC MC1: CE page 0x1d0f, offset 0x5c0, grain 8, syndrome 0x6d, row 0, channel 1, label \"\": e752x|HOST_MEMORY|INFO|NONE",
                "mlx5_0: Port: 1 Link INIT|NIC_LINK|INFO|NONE",
                "mlx5_0: Port: 1 Link DOWN|NIC_LINK|DEGRADED|NONE",
                "amdgpu: qcm fence wait loop timeout expired|AMD_HANG|CRITICAL|RESET_GPU",
                "amdgpu: The cp might be in an unrecoverable state due to an unsuccessful queues preemption|AMD_HANG|CRITICAL|RESET_GPU",
                "amdgpu: failed to remove hardware queue from MES, doorbell=0x1002|AMD_HANG|CRITICAL|RESET_GPU",
                "amdgpu: MES might be in unrecoverable state, issue a GPU reset|AMD_HANG|CRITICAL|RESET_GPU",
                "[drm:mes_v11_0_submit_pkt_and_poll_completion.constprop.0 [amdgpu]] *ERROR* MES failed to response msg=3|AMD_HANG|CRITICAL|RESET_GPU",
                "amdgpu 0000:03:00.0: amdgpu: MODE2 reset|AMD_GPU_RESET|DEGRADED|RESTART_APP",
                "amdgpu 0000:03:00.0: amdgpu: GPU smu mode2 reset|AMD_GPU_RESET|DEGRADED|RESTART_APP",
                "amdgpu 0000:03:00.0: amdgpu: GPU pci config reset|AMD_GPU_RESET|DEGRADED|RESTART_APP",
                "amdgpu 0000:03:00.0: amdgpu: GPU link reset|AMD_GPU_RESET|DEGRADED|RESTART_APP",
                "[Hardware Error]: Uncorrected, software restartable error.|HOST_MACHINE_CHECK|CRITICAL|CONTACT_SUPPORT",
                "[Hardware Error]: Uncorrected, software containable error.|HOST_MACHINE_CHECK|CRITICAL|CONTACT_SUPPORT",
                "[Hardware Error]: IPID: 0x0000000000000000, Syndrome: 0x0|CONTEXT|INFO|NONE",
                "amdgpu 0000:65:00.0: [drm] device wedged, but recovered through reset|AMD_RECOVERED|INFO|NONE",
                "amdgpu 0000:65:00.0: [drm] device wedged, needs recovery|AMD_HANG|CRITICAL|RESET_GPU",
                "mlx5_core 0000:3b:00.0: print_health_info:411:(pid 0): Health issue observed, High temperature, severity(3) ERROR:|NIC_WARNING|DEGRADED|NONE",
                "mlx5_core 0000:3b:00.0: print_health_info:411:(pid 0): Health issue observed, firmware internal error, severity(3) ERROR:|NIC_FAULT|CRITICAL|REPLACE_NODE",
                "{1}[Hardware Error]: event severity: fatal|HOST_MACHINE_CHECK|CRITICAL|CONTACT_SUPPORT",
                "{1}[Hardware Error]: event severity: corrected|HOST_MACHINE_CHECK|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: socket: 0, die: 0 2 correctable hardware errors detected in umc block|AMD_RAS|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: socket: 0, die: 0 1 uncorrectable hardware errors detected in umc block|AMD_RAS|CRITICAL|RESET_GPU",
                "amdgpu 0000:e3:00.0: amdgpu: GPU reset(2) succeeded!|AMD_RECOVERED|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: GPU reset end with ret = -62|AMD_HANG|CRITICAL|RESET_GPU",
                "amdgpu 0000:e3:00.0: amdgpu: ring gfx_0.0.0 timeout, signaled seq=1, emitted seq=3|AMD_HANG|CRITICAL|RESET_GPU",
                "NVRM: GPU 0000:04:00.0: RmInitAdapter failed! (0x24:0xffff:1436)|GPU_INIT_FAILED|CRITICAL|REBOOT_NODE",
                "NVRM: None of the NVIDIA devices were initialized.|GPU_INIT_FAILED|DEGRADED|NONE",
                "NVRM: The NVIDIA probe routine was not called for 8 device(s).|GPU_INIT_FAILED|DEGRADED|NONE",
                "NVRM: The NVIDIA probe routine failed for 1 device(s).|GPU_INIT_FAILED|CRITICAL|REBOOT_NODE",
                "NVRM: The NVIDIA GPU 0000:b3:00.0 (PCI ID: 10de:1db4) installed in this system is not supported by the NVIDIA 570.124.06 driver release.|DRIVER_MISMATCH|DEGRADED|CONTACT_SUPPORT",
                "NVRM: The NVIDIA GPU 0000:b3:00.0 (PCI ID: 10de:1db4) installed in this system is not supported by the open nvidia.ko|DRIVER_MISMATCH|DEGRADED|CONTACT_SUPPORT",
                "NVRM: GPU 0000:b3:00.0: the GPU is not supported by open nvidia.ko|DRIVER_MISMATCH|DEGRADED|CONTACT_SUPPORT",
                "mlx5_core 0000:3b:00.2: probe_one:2263:(pid 1): mlx5_init_one failed with error code -16|NIC_WARNING|DEGRADED|CONTACT_SUPPORT",
                "mlx5_core 0000:3b:00.7: probe_one failed|NIC_WARNING|DEGRADED|CONTACT_SUPPORT",
                "mlx5_core 0000:3b:01.1: mlx5_load_one failed with error code -110|NIC_WARNING|DEGRADED|CONTACT_SUPPORT",
                "mlx5_core 0000:3b:00.0: probe_one:2263:(pid 1): mlx5_init_one failed with error code -16|NIC_FAULT|CRITICAL|REPLACE_NODE",
                "mlx5_core 0000:3b:00.0: health recovery succeeded|NIC_LINK|INFO|NONE",
                "mlx5_core 0000:3b:00.0: mlx5_health_try_recover:335:(pid 93): health recovery succeeded|NIC_LINK|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: ring gfx_0.0.0 timeout, but soft recovered|AMD_RECOVERED|INFO|NONE",
                "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring comp_1.0.1 timeout, but soft recovered|AMD_RECOVERED|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: socket: 0, die: 0 0 new uncorrectable hardware errors detected in umc block|AMD_RAS|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: 0 new uncorrectable hardware errors detected in umc block|AMD_RAS|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: 0 uncorrectable hardware errors detected in total in umc block|AMD_RAS|INFO|NONE",
                "amdgpu 0000:e3:00.0: amdgpu: socket: 0, die: 0 10 new uncorrectable hardware errors detected in umc block|AMD_RAS|CRITICAL|RESET_GPU",
                "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  470.57.02  Tue Jul 13 16:14:05 UTC 2021|DRIVER_LOADED|INFO|NONE",
                "nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 99999, Fatal, Link 3 something new|SXID|UNKNOWN|UNKNOWN",
                "nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): twelve|MALFORMED|INFO|NONE",
            })
    void readsWhatKernelsPrint(String line, String kind, String severity, String action) {
        Finding found = Reading.only(line);

        assertThat(
                        List.of(
                                found.fault().kind(),
                                found.fault().severity().name(),
                                found.fault().action().name()))
                .containsExactly(kind, severity, action);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mlx5_core 0000:3b:00.1: firmware version: 28.39.1002",
                "mlx5_core 0000:3b:00.1: 252.048 Gb/s available PCIe bandwidth (32.0 GT/s PCIe x16 link)",
                "amdgpu 0000:e3:00.0: amdgpu: Fetched VBIOS from VFCT",
                "amdgpu: Topology: Add dGPU node [0x740f:0x1002]",
                "amdgpu: Virtual CRAT table created for CPU",
                "pcieport 0000:00:03.1: PME: Signaling with IRQ 30",
                "EDAC MC0: Giving out device to module skx_edac controller Skylake",
                "systemd-networkd[5398]: docker0: Lost carrier",
                "kubelet: node has 8 nvidia.com/gpu",
                "nvidia-persistenced: started",
                "audit: carrier pigeon",
            })
    void saysNothingOfWhatIsOrdinary(String line) {
        assertThat(Reading.findings(List.of(line))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NVRM: GPU at 0000:01:00.0 has fallen off the bus.|0000:01:00",
                "NVRM: GPU at PCI:0001:17:00.0 has fallen off the bus.|0001:17:00",
                "NVRM: GPU 0000:17:00.0 has fallen off the bus.|0000:17:00",
                "NVRM: GPU at 01:00.0 has fallen off the bus.|0000:01:00",
                "NVRM: GPU at 0000:01:00.0: GPU has fallen off the bus.|0000:01:00",
                "NVRM: GPU 0000:c2:00.0: GPU has fallen off the bus.|0000:c2:00",
                "NVRM: The NVIDIA GPU 0000:b3:00.0 (PCI ID: 10de:26b5) installed in this system has fallen off the bus and is not responding to commands.|0000:b3:00",
                "NVRM: GPU at nowhere has fallen off the bus.|"
            })
    void namesTheLostGpuInAnyWording(String line, @Nullable String pci) {
        Finding found = Reading.only(line);

        assertThat(found.fault().kind()).isEqualTo("GPU_LOST");
        assertThat(found.fault().gpu().pci()).isEqualTo(pci);
    }

    @Test
    void givesTheUuidOfAGpuToNoOtherDevice() {
        List<Finding> found =
                Reading.findings(
                        List.of(
                                "NVRM: GPU at PCI:0000:9b:00: GPU-00000006-1111-2222",
                                "NVRM: GPU 0000:9b:00.0: GPU has fallen off the bus.",
                                "amdgpu 0000:9b:00.0: amdgpu: GPU reset begin!",
                                "mlx5_core 0000:9b:00.0 eth0: Link down"));

        assertThat(found)
                .extracting(finding -> finding.fault().gpu().uuid())
                .containsExactly("GPU-00000006-1111-2222", "GPU-00000006-1111-2222", null, null);
    }

    @Test
    void namesTheProcessWhereTheDriverDoes() {
        Finding found =
                Reading.only(
                        "amdgpu 0000:e3:00.0: amdgpu: [gfxhub0] page fault (src_id:0 ring:24"
                                + " vmid:8 pasid:32780), for process python3 pid 4711 thread"
                                + " python3 pid 4711)");

        assertThat(found.fault().kind()).isEqualTo("AMD_WARNING");
        assertThat(found.process()).isEqualTo("python3");
        assertThat(found.pid()).isEqualTo(4711);
    }

    @Test
    void readsAGpuThatTheDriverDoesNotSupportFromSeveralLines() {
        List<Finding> found =
                Reading.findings(
                        List.of(
                                "NVRM: The NVIDIA GPU 0000:b3:00.0 (PCI ID: 10de:1db4)",
                                "NVRM: installed in this system is not supported by",
                                "NVRM: the NVIDIA 570.124.06 driver release."));

        assertThat(found)
                .extracting(finding -> finding.fault().kind())
                .containsExactly("DRIVER_MISMATCH", "CONTEXT");
    }

    @Test
    void opensNothingForWhatRecovered() {
        for (String line :
                List.of(
                        "mlx5_core 0000:3b:00.0: health recovery succeeded",
                        "amdgpu 0000:e3:00.0: amdgpu: ring gfx timeout, but soft recovered",
                        "amdgpu 0000:e3:00.0: amdgpu: 0 new uncorrectable hardware errors")) {
            assertThat(Dossier.opens(Source.KERNEL, Reading.only(line))).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = KernelKind.class,
            names = {"XID", "SXID"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyKindMeansSomethingWhateverItsText(KernelKind kind) {
        assertThat(new KindCatalogue().classify(kind, "").rule()).isNotBlank();
    }
}
