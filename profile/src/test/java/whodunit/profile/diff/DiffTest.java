// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.profile.ContextCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;

/** Best: 10 requests, 60 samples of 4 ms in the database: 24 ms per request. Home: 40 requests, 20 samples: 2 ms. */
class DiffTest {
    private final TwoTierRecording before = new TwoTierRecording();
    private final TwoTierRecording after = new TwoTierRecording();

    private Diff diff() {
        return new Diff(Profile.stitch(List.of(before.web, before.db)), Profile.stitch(List.of(after.web, after.db)));
    }

    private static Diff.Row row(List<Diff.Row> rows, String name, String process) {
        return rows.stream().filter(r -> r.name().equals(name) && r.tier().equals(process)).findFirst().orElseThrow();
    }

    @Test
    void nothingChangedBetweenEquals() {
        assertThat(diff().types).isNotEmpty().allSatisfy(r -> assertThat(r.change()).isZero());
        assertThat(diff().functions).isNotEmpty().allSatisfy(r -> assertThat(r.change()).isZero());
    }

    @Test
    void twiceTheRequestsWithTwiceTheSamplesAreNoChange() {
        after.web.counts.put(2, new ContextCounts(20, 0, 0, 0));
        after.web.counts.put(3, new ContextCounts(80, 0, 0, 0));
        after.web.samples.bins().forEach(b -> after.web.add(b.label(), b.stack(), b.samples()));
        after.db.samples.bins().forEach(b -> after.db.add(b.label(), b.stack(), b.samples()));
        assertThat(diff().types).allSatisfy(r -> assertThat(r.change()).isCloseTo(0, within(1e-9)));
        assertThat(diff().functions).allSatisfy(r -> assertThat(r.change()).isCloseTo(0, within(1e-9)));
    }

    @Test
    void theLargestChangeComesFirst() {
        after.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "filesort"), 30);
        after.db.add(new RecordedProcess.Label.Of(11),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "fresh"), 2);
        Diff diff = diff();
        assertThat(diff.unit).isEqualTo(Diff.Unit.MS_PER_REQUEST);
        assertThat(diff.types.get(0)).isEqualTo(new Diff.Row("Best", "db", 24, 36));
        assertThat(row(diff.types, "Home", "db").change()).isCloseTo(0.2, within(1e-9));
        assertThat(diff.functions.get(0).name()).isEqualTo("filesort");
        assertThat(diff.functions.get(0).change()).as("30 samples of 4 ms over 50 requests").isCloseTo(2.4,
                within(1e-9));
        assertThat(row(diff.functions, "fresh", "db").before()).isZero();
    }

    @Test
    void withoutRequestsSharesAreCompared() {
        after.web.counts.put(2, ContextCounts.NONE);
        after.web.counts.put(3, ContextCounts.NONE);
        Diff diff = diff();
        assertThat(diff.unit).isEqualTo(Diff.Unit.PERCENT_OF_SAMPLES);
        assertThat(row(diff.types, "Best", "db").after()).isEqualTo(50, within(1e-9));
    }
}
