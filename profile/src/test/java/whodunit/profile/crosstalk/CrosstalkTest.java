// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.crosstalk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import whodunit.profile.Frame;
import whodunit.profile.LockWait;
import whodunit.profile.Profile;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.crosstalk.Crosstalk.Relation;

/** Waits in the database, shown by the types of the web tier; {@link Tiers#withWaits} says what is true. */
class CrosstalkTest {
    private final TwoTierRecording tiers = new TwoTierRecording().withWaits();

    private Crosstalk crosstalk() {
        return new Crosstalk(Profile.stitch(List.of(tiers.db, tiers.web)));
    }

    private static Crosstalk.Row row(List<Crosstalk.Row> rows, String waiter, String holder) {
        return rows.stream().filter(r -> r.waiter().equals(waiter) && r.holder().equals(holder)).findFirst()
                .orElseThrow();
    }

    @Test
    void bothPartiesAreNamedByTheWebTier() {
        Crosstalk.Row r = row(crosstalk().rows, "Best", "Home");
        assertThat(r.tier()).isEqualTo("db");
        assertThat(r.site()).isEqualTo("thr_multi_lock < mysql_lock_tables");
        assertThat(r.relation()).isEqualTo(Relation.OTHER_TYPE);
        assertThat(r.times().count()).isEqualTo(2);
        assertThat(r.times().meanMillis()).isEqualTo(20, within(1e-9));
        assertThat(r.times().maxMillis()).isEqualTo(30, within(1e-9));
        Crosstalk.Path path = r.paths().get(0);
        assertThat(path.kind()).isEqualTo(LockWait.Kind.CONDITION);
        assertThat(path.waiter()).extracting(Frame::name).containsExactly("[web]", "shop.Best.page", "driver.Query.run",
                "[db]", "start_thread", "mysql_lock_tables", "thr_multi_lock", "pthread_cond_timedwait");
        assertThat(path.holder()).extracting(Frame::name).containsExactly("[web]", "shop.Home.page", "driver.Query.run",
                "[db]", "start_thread", "mysql_unlock_tables", "thr_multi_unlock");
    }

    @Test
    void namedLocksNameTheSite() {
        Crosstalk.Row r = row(crosstalk().rows, "Home", "Best");
        assertThat(r.site()).isEqualTo("LOCK_open in open_table < start_thread");
        assertThat(r.times().quantileMillis(0.5)).isBetween(0.1, 0.4);
    }

    @Test
    void whatNoTransactionEndedIsKeptApart() {
        Crosstalk c = crosstalk();
        assertThat(c.rows).extracting(Crosstalk.Row::holder).containsOnly("Home", "Best");
        assertThat(row(c.withoutHolder, "Best", "(timeout)").times().totalMillis()).isEqualTo(100, within(1e-9));
        assertThat(row(c.withoutHolder, "Best", "(thread without a transaction)").times().totalMillis()).isEqualTo(1,
                within(1e-9));
        assertThat(c.holders.get("db").get(Relation.SAME_TYPE).totalMillis()).isEqualTo(5, within(1e-9));
        assertThat(c.holders.get("db").get(Relation.OTHER_TYPE).totalMillis()).isEqualTo(48, within(1e-9));
        assertThat(c.holders.get("db").get(Relation.NONE).totalMillis()).isEqualTo(101, within(1e-9));
    }

    @Test
    void theMeanIsOverAllRequestsOfTheType() {
        Crosstalk c = crosstalk();
        assertThat(c.meanMillis("Best")).isEqualTo(45.0 / 10, within(1e-9));
        assertThat(c.meanMillis("Home")).isEqualTo(8.0 / 40, within(1e-9));
        assertThat(c.meanMillisByTier("Best")).containsOnlyKeys("db");
        assertThat(c.meanMillis("Nobody")).isZero();
        assertThat(c.waiters()).containsExactly("Best", "Home");
    }

    @Test
    void pairsAddUpTheirSites() {
        TwoTierRecording.callPath(tiers.db, 23, "start_thread", "MDL_wait::timed_wait", "pthread_cond_timedwait");
        tiers.wait(new LockWait(10, 11, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 23, 0), 7_000_000);
        Crosstalk c = crosstalk();
        assertThat(c.rows).extracting(Crosstalk.Row::site).contains("MDL_wait::timed_wait < start_thread");
        Crosstalk.Row pair = row(c.pairs(), "Best", "Home");
        assertThat(pair.times().count()).isEqualTo(3);
        assertThat(pair.times().totalMillis()).isEqualTo(47, within(1e-9));
    }

    @Test
    void anotherStageHasNone() {
        Crosstalk c = new Crosstalk(Profile.stitch(List.of(tiers.db, tiers.web)), Set.of("web"));
        assertThat(c.rows).isEmpty();
        assertThat(c.holders).isEmpty();
    }

    @Test
    void withoutTheWebTiersRecordingTheReasonShows() {
        Crosstalk c = new Crosstalk(Profile.stitch(List.of(tiers.db)));
        assertThat(c.rows).isEmpty();
        assertThat(c.withoutHolder).extracting(Crosstalk.Row::waiter)
                .containsOnly("(unknown upstream process 00000000000000aa)");
    }

    @Test
    void waitsThatLastAreForWhoHasTheLock() {
        tiers.wait(new LockWait(10, 11, LockWait.End.LASTS, LockWait.Kind.MUTEX, "LOCK_a", 0, 0), 9_000_000_000L);
        tiers.wait(new LockWait(11, 0, LockWait.End.LASTS, LockWait.Kind.MUTEX, "LOCK_b", 0, 0), 8_000_000_000L);
        Crosstalk c = crosstalk();
        assertThat(row(c.pairs(), "Best", "Home").times().maxMillis()).isEqualTo(9000, within(1e-9));
        assertThat(row(c.withoutHolder, "Home", "(had not ended)").times().totalMillis()).isEqualTo(8000, within(1e-9));
    }

    @Test
    void undefinedContextsDoNoHarm() {
        tiers.wait(new LockWait(999, 10, LockWait.End.WOKEN, LockWait.Kind.OTHER, "", 998, 997), 1000);
        Crosstalk.Row r = row(crosstalk().rows, "(context not defined in the recording)", "Best");
        assertThat(r.site()).isEqualTo("other");
    }
}
