// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorsTest {
    @Test
    void listsAreReadAsTheKernelWritesThem() {
        assertThat(Processors.allowed("Name:\tjava\nCpus_allowed_list:\t0-1,4,6-7\nMems_allowed:\t1\n"))
                .containsExactly(0, 1, 4, 6, 7);
        assertThat(Processors.allowed("Cpus_allowed_list:\t3\n")).containsExactly(3);
    }
}
