// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultsTest {
    @Test
    void ratesAndQuantilesAreThoseOfKnownTimes() {
        Results results = new Results(List.of("Home", "BestSellers"));
        for (int ms = 1000; ms >= 1; ms--)
            results.add("Home", ms * 1_000_000L);
        results.seconds = 20;
        assertThat(results.total()).isEqualTo(1000);
        assertThat(results.counts()).containsEntry("Home", 1000).containsEntry("BestSellers", 0);
        assertThat(printed(results)).contains("1000 interactions in 20.0 s: 3000 per minute (WIPS 50.0)")
                .containsPattern("Home +1000 100.00 +500.5 +501.0 +901.0 +991.0").doesNotContain("BestSellers");
    }

    private static String printed(Results results) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        results.print(new PrintStream(out, true, StandardCharsets.UTF_8), "interactions", "WIPS");
        return out.toString(StandardCharsets.UTF_8);
    }
}
