// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import whodunit.profile.Context;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Selection;
import whodunit.profile.TwoTierRecording;

class TimeRowsTest {
    /** A busy minute: one core by Early in its first half, half a core by Late in its second. */
    @Test
    void loadAndWhoseItIsOverTime() {
        RecordedProcess tier = new RecordedProcess(1, "app", true);
        TwoTierRecording.context(tier, 2, 0, Context.Kind.TRANSACTION, "Early");
        TwoTierRecording.context(tier, 3, 0, Context.Kind.TRANSACTION, "Late");
        int stack = tier.samples.stack(TwoTierRecording.java("java.lang.Thread.run", "app.Main.run"));
        long start = 1_700_000_000_000_000_000L / 3_200_000_000L * 3_200_000_000L;
        for (int second = 0; second < 60; second++)
            tier.samples.add(tier.samples.label(new RecordedProcess.Label.Of(second < 30 ? 2 : 3)), stack,
                    start + second * 1_000_000_000L, second < 30 ? 250 : 125);
        tier.firstNanos = start;
        Profile profile = Profile.stitch(List.of(tier));
        List<TimeRows.Row> rows = TimeRows.of(profile);
        assertThat(rows.get(0).seconds()).isZero();
        assertThat(rows).hasSizeBetween(10, 20);
        double width = rows.get(1).seconds() - rows.get(0).seconds();
        assertThat(rows.stream().mapToDouble(TimeRows.Row::load).sum() * width).isEqualTo(30 + 15, within(1e-6));
        assertThat(rows.get(0).transaction()).isEqualTo("Early");
        assertThat(rows.get(0).percent()).isEqualTo(100, within(1e-9));
        assertThat(rows.get(rows.size() - 1).transaction()).isEqualTo("Late");
        Profile later = profile.select(new Selection(Set.of(), Set.of(), start + 40_000_000_000L, Long.MAX_VALUE));
        assertThat(TimeRows.of(later).get(0).seconds()).isEqualTo(40, within(1e-9));
    }
}
