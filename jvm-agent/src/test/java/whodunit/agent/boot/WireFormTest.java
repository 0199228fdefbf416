// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same table as the C half. */
class WireFormTest {
    @Test
    void isThatOfTheOtherHalf() throws IOException {
        List<String[]> rows = Files.readAllLines(Path.of("../runtime/tests/core/wire_forms.txt")).stream()
                .filter(l -> !l.startsWith("#")).map(l -> l.split(" ")).toList();
        assertThat(rows).hasSizeGreaterThan(4);
        for (String[] row : rows) {
            byte[] none = WireForm.none(Long.parseUnsignedLong(row[0], 16)).getBytes(StandardCharsets.US_ASCII);
            assertThat(WireForm.of(none, Integer.parseUnsignedInt(row[1], 16))).isEqualTo(row[2])
                    .hasSize(WireForm.LENGTH);
        }
    }
}
