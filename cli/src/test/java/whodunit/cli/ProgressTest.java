// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private long now;
    private final List<String> told = new ArrayList<>();
    private final Progress progress = new Progress(() -> now, told::add);

    @Test
    void aQuickCommandIsSilent() {
        for (; now <= 2_000_000_000; now += 100_000_000) {
            progress.step("a file");
            progress.begins("writing");
        }
        assertThat(told).isEmpty();
    }

    @Test
    void aSlowOneTellsEachPartAndAStepASecond() {
        for (int file = 0; now < 5_000_000_000L; file++, now += 300_000_000)
            progress.step("file " + file);
        progress.begins("stitching");
        progress.begins("writing");
        assertThat(told).containsExactly("file 7", "file 11", "file 15", "stitching", "writing");
    }

    /** Also if it began while nothing was to be said. */
    @Test
    void whatLastsIsToldAgainAndAgain() {
        progress.begins("measuring");
        for (; now <= 23_000_000_000L; now += 500_000_000)
            progress.look();
        assertThat(told).containsExactly("measuring", "measuring (12 s)", "measuring (22 s)");
        progress.begins("writing");
        progress.ends();
        for (; now <= 60_000_000_000L; now += 500_000_000)
            progress.look();
        assertThat(told).endsWith("measuring (22 s)", "writing").hasSize(4);
    }
}
