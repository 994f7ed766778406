package io.medevac.slurmbridge.adapter.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.slurmbridge.port.NoAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu-1|gpu-1",
                "gpu-[0-1]|gpu-0 gpu-1",
                "gpu-[0-2,7]|gpu-0 gpu-1 gpu-2 gpu-7",
                "a,b|a b",
                "a[1-2],b-[3]|a1 a2 b-3",
                "n[08-11]|n08 n09 n10 n11",
                "n[098-101]|n098 n099 n100 n101",
                "rack[1-2]n[01-02]|rack1n01 rack1n02 rack2n01 rack2n02",
                "rack[1-2]-gpu|rack1-gpu rack2-gpu",
            })
    void expandsSlurmsShortForm(String list, String names) {
        assertThat(HostList.expand(list)).isEqualTo(List.of(names.split(" ")));
    }

    @Test
    void expandsNothingToNothing() {
        assertThat(HostList.expand("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpu-[0-",
                "gpu-[0-1",
                "gpu-]",
                "gpu-[a-b]",
                "gpu-[2-1]",
                "gpu-[0-99999999]",
                "gpu-[]",
                "gpu-[1-2-3]",
                "[0-65000]x[0-65000]"
            })
    void refusesWhatItDoesNotUnderstand(String list) {
        assertThatThrownBy(() -> HostList.expand(list)).isInstanceOf(NoAnswer.class);
    }
}
