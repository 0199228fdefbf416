// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectTest {
    private final TwoTierRecording tiers = new TwoTierRecording().withWaits();
    private final Profile profile = Profile.stitch(List.of(tiers.web, tiers.db));

    private static long samples(Profile p) {
        return p.entries.stream().mapToLong(Profile.Entry::samples).sum();
    }

    private static Selection selection(Set<String> types, Set<String> processes) {
        return new Selection(types, processes, Long.MIN_VALUE, Long.MAX_VALUE);
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
        assertThat(home.waits).hasSize(2)
                .allMatch(w -> "Home".equals(w.waiter().type()) || "Home".equals(w.holder().type()));
    }

    @Test
    void aReasonIsSelectedByItsNameInBrackets() {
        assertThat(samples(profile.select(selection(Set.of("(background thread)"), Set.of())))).isEqualTo(20);
    }

    /** Written every ten seconds: 5 requests and waits of 1 ms in each. */
    private Profile inFiles(int files) {
        RecordedProcess app = new RecordedProcess(0xcc, "app", true);
        TwoTierRecording.context(app, 2, 0, Context.Kind.TRANSACTION, "Page");
        LockWait wait = new LockWait(2, 2, LockWait.End.WOKEN, LockWait.Kind.MUTEX, "lock", 0, 0);
        for (long file = 0; file < files; file++) {
            app.counts.add(2, seconds(10 * file), seconds(10 * file + 10) - 1, new ContextCounts(5, 0, 0, 0));
            app.waits.add(wait, seconds(10 * file), seconds(10 * file + 10) - 1,
                    new WaitHistogram().add(5, 5_000_000, 1_000_000, List.of()));
        }
        return Profile.stitch(List.of(app));
    }

    private static long seconds(long s) {
        return s * 1_000_000_000L;
    }

    @ParameterizedTest(name = "{0} s to {1} s")
    @CsvSource({"0, 10, 5, 0, 10", "0, 30, 15, 0, 30", "10, 20, 5, 10, 20", "9, 11, 10, 0, 20", "12, 13, 5, 10, 20",
            "25, 99, 5, 20, 30"})
    void requestsAndWaitsOfARangeAreThoseOfTheStretchesThatOverlapIt(long from, long to, long expected,
            long coveredFrom, long coveredTo) {
        Profile some = inFiles(3).select(new Selection(Set.of(), Set.of(), seconds(from), seconds(to)));
        assertThat(some.requests).isEqualTo(Map.of("Page", expected));
        assertThat(some.waits).singleElement().satisfies(w -> assertThat(w.times().count()).isEqualTo(expected));
        assertThat(some.aggregates).isEqualTo(new TimeRange(seconds(coveredFrom), seconds(coveredTo) - 1));
    }

    @Test
    void beforeAndAfterTheRecordingThereIsNothing() {
        Profile none = inFiles(3).select(new Selection(Set.of(), Set.of(), seconds(30), seconds(99)));
        assertThat(none.requests).isEmpty();
        assertThat(none.waits).isEmpty();
        assertThat(none.aggregates).isNull();
    }

    @Test
    void aStageAndARangeOfTime() {
        int label = tiers.db.samples.label(new RecordedProcess.Label.Of(10));
        int stack = tiers.db.samples.stack(TwoTierRecording.nativeStack("start_thread", "later"));
        tiers.db.samples.add(label, stack, 10_000_000_000L, 7);
        Profile later = Profile.stitch(List.of(tiers.web, tiers.db));
        assertThat(samples(later.select(new Selection(Set.of(), Set.of("db"), 5_000_000_000L, Long.MAX_VALUE))))
                .isEqualTo(7);
        assertThat(samples(later.select(new Selection(Set.of(), Set.of("db"), Long.MIN_VALUE, 5_000_000_000L))))
                .isEqualTo(100);
        assertThat(later.select(new Selection(Set.of(), Set.of(), Long.MIN_VALUE, 5_000_000_000L)))
                .as("it is not known when these requests began and waits happened").satisfies(p -> {
                    assertThat(p.requests).isEmpty();
                    assertThat(p.waits).isEmpty();
                });
        assertThat(samples(later.select(new Selection(Set.of(), Set.of("web"), 5_000_000_000L, Long.MAX_VALUE))))
                .isZero();
    }
}
