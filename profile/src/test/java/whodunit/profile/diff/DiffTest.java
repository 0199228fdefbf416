package whodunit.profile.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.profile.Counts;
import whodunit.profile.Profile;
import whodunit.profile.Stage;
import whodunit.profile.Tiers;

/** Best: 10 requests, 60 samples of 4 ms in the database: 24 ms per request. Home: 40 requests, 20 samples: 2 ms. */
class DiffTest {
    private final Tiers before = new Tiers();
    private final Tiers after = new Tiers();

    private Diff diff() {
        return new Diff(Profile.stitch(List.of(before.web, before.db)), Profile.stitch(List.of(after.web, after.db)));
    }

    private static Diff.Row row(List<Diff.Row> rows, String name, String stage) {
        return rows.stream().filter(r -> r.name().equals(name) && r.stage().equals(stage)).findFirst().orElseThrow();
    }

    @Test
    void nothingChangedBetweenEquals() {
        assertThat(diff().types).isNotEmpty().allSatisfy(r -> assertThat(r.change()).isZero());
        assertThat(diff().functions).isNotEmpty().allSatisfy(r -> assertThat(r.change()).isZero());
    }

    @Test
    void twiceTheRequestsWithTwiceTheSamplesAreNoChange() {
        after.web.counts.put(2, new Counts(20, 0, 0, 0));
        after.web.counts.put(3, new Counts(80, 0, 0, 0));
        after.web.samples.bins().forEach(b -> after.web.add(b.label(), b.stack(), b.samples()));
        after.db.samples.bins().forEach(b -> after.db.add(b.label(), b.stack(), b.samples()));
        assertThat(diff().types).allSatisfy(r -> assertThat(r.change()).isCloseTo(0, within(1e-9)));
        assertThat(diff().functions).allSatisfy(r -> assertThat(r.change()).isCloseTo(0, within(1e-9)));
    }

    @Test
    void theLargestChangeComesFirst() {
        after.db.add(new Stage.Label.Of(10), Tiers.nativeStack("start_thread", "handle_query", "filesort"), 30);
        after.db.add(new Stage.Label.Of(11), Tiers.nativeStack("start_thread", "handle_query", "fresh"), 2);
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
        after.web.counts.put(2, Counts.NONE);
        after.web.counts.put(3, Counts.NONE);
        Diff diff = diff();
        assertThat(diff.unit).isEqualTo(Diff.Unit.PERCENT_OF_SAMPLES);
        assertThat(row(diff.types, "Best", "db").after()).isEqualTo(50, within(1e-9));
    }
}
