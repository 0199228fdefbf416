package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectTest {
    private final Tiers tiers = new Tiers().withWaits();
    private final Profile profile = Profile.stitch(List.of(tiers.web, tiers.db));

    private static long samples(Profile p) {
        return p.entries.stream().mapToLong(Profile.Entry::samples).sum();
    }

    private static Selection selection(Set<String> types, Set<String> stages) {
        return new Selection(types, stages, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Test
    void everythingIsEverything() {
        Profile all = profile.select(Selection.ALL);
        assertThat(all.entries).isEqualTo(profile.entries);
        assertThat(all.waits).isEqualTo(profile.waits);
        assertThat(all.requests).isEqualTo(profile.requests);
    }

    @Test
    void aTypeWithItsRequestsAndTheWaitsItTakesPartIn() {
        Profile home = profile.select(selection(Set.of("Home"), Set.of()));
        assertThat(samples(home)).isEqualTo(15 + 20);
        assertThat(home.requests).containsOnlyKeys("Home");
        assertThat(home.waits).hasSize(2).allMatch(w -> "Home".equals(w.waiter().type()) || "Home".equals(w.holder().type()));
    }

    @Test
    void aReasonIsSelectedByItsNameInBrackets() {
        assertThat(samples(profile.select(selection(Set.of("(background thread)"), Set.of())))).isEqualTo(20);
    }

    @Test
    void aStageAndARangeOfTime() {
        int label = tiers.db.samples.label(new Stage.Label.Of(10));
        int stack = tiers.db.samples.stack(Tiers.nativeStack("start_thread", "later"));
        tiers.db.samples.add(label, stack, 10_000_000_000L, 7);
        Profile later = Profile.stitch(List.of(tiers.web, tiers.db));
        assertThat(samples(later.select(new Selection(Set.of(), Set.of("db"), 5_000_000_000L, Long.MAX_VALUE)))).isEqualTo(7);
        assertThat(samples(later.select(new Selection(Set.of(), Set.of("db"), Long.MIN_VALUE, 5_000_000_000L)))).isEqualTo(100);
        assertThat(later.select(new Selection(Set.of(), Set.of(), Long.MIN_VALUE, 5_000_000_000L)))
                .as("it is not known when requests began and waits happened").satisfies(p -> {
                    assertThat(p.requests).isEmpty();
                    assertThat(p.waits).isEmpty();
                });
        assertThat(samples(later.select(new Selection(Set.of(), Set.of("web"), 5_000_000_000L, Long.MAX_VALUE)))).isZero();
    }
}
