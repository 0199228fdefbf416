// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Values that an option cannot have are told as wrong usage, before any server starts. */
class OptionsTest {
    @ParameterizedTest
    @CsvSource({"--data, tape", "--buffer-pool, tiny", "--buffer-pool, 0M", "--warehouses, 0", "--clients, none",
            "--seconds, -1", "--warm-up, -1"})
    void aWrongValueIsTold(String option, String value) {
        assertThatThrownBy(() -> new CommandLine(new Tpcc()).parseArgs(option, value))
                .isInstanceOf(ParameterException.class).hasMessageContaining(option)
                .hasMessageContaining("'" + value + "'").hasMessageNotContaining("Exception");
    }

    @Test
    void sizesHaveNames() {
        Size size = new Size();
        assertThat(size.convert("small")).isEqualTo("48M");
        assertThat(size.convert("large")).isEqualTo("2G");
        assertThat(size.convert("512M")).isEqualTo("512M");
    }
}
