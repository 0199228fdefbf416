// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.LockWait;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Summary;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.crosstalk.Crosstalk;

class FindingsTest {
    private final TwoTierRecording tiers = new TwoTierRecording();

    private List<String> findings() {
        Profile profile = Profile.stitch(List.of(tiers.web, tiers.db));
        return Findings.of(profile, new Summary(profile), new Crosstalk(profile));
    }

    /**
     * The paper's case: a rare type that waits long each time, behind a frequent one that waits little and more in all.
     */
    @Test
    void aRareTypeThatWaitsLongIsNamed() {
        TwoTierRecording.context(tiers.web, 8, 0, Context.Kind.TRANSACTION, "Admin");
        tiers.web.counts.put(8, new ContextCounts(4, 0, 0, 0));
        TwoTierRecording.remote(tiers.db, 15, TwoTierRecording.WEB, 8);
        tiers.wait(new LockWait(15, 10, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 0, 0), 200_000_000);
        tiers.wait(new LockWait(15, 11, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 0, 0), 50_000_000);
        tiers.wait(new LockWait(11, 10, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 0, 0), 300_000_000,
                300_000_000,
                300_000_000);
        assertThat(findings()).contains("Admin waits longest in db: 62.5 ms per request, for Best (80%), Home (20%).")
                .anySatisfy(f -> assertThat(f).startsWith("In db Home waited 3 times for Best, 900 ms in all"));
    }

    @Test
    void whoeverUsesTheDatabaseMostIsNamedWithFigures() {
        assertThat(findings()).first().isEqualTo("db's CPU: Best 60.0% (24.0 ms per request, 100% of it in filesort), "
                + "Home 20.0% (2.00 ms per request, 100% of it in lookup).");
    }

    /** A JVM that compiles has most of the CPU, and nobody to blame for it. */
    @Test
    void theTierComesFirstWhereMostHasANameToBlame() {
        tiers.web.add(new RecordedProcess.Label.Missing("background thread"), TwoTierRecording.nativeStack("compile"),
                500);
        assertThat(findings()).extracting(f -> f.substring(0, f.indexOf(' '))).containsExactly("db's", "web's");
    }

    /** Time that threads waited is no CPU, and may be any multiple of it. */
    @Test
    void cpuComesBeforeWallTime() {
        tiers.db.engine = "wall";
        assertThat(findings()).extracting(f -> f.substring(0, f.indexOf(' '))).containsExactly("web's", "db's");
    }

    @Test
    void whereNothingIsATransactionsTheFunctionIsNamed() {
        RecordedProcess redis = new RecordedProcess(0xcc, "redis", false);
        redis.add(new RecordedProcess.Label.Missing("background thread"),
                TwoTierRecording.nativeStack("main", "aeMain", "processCommand"), 75);
        redis.add(new RecordedProcess.Label.Missing("background thread"), TwoTierRecording.nativeStack("main"), 25);
        Profile profile = Profile.stitch(List.of(redis));
        assertThat(Findings.of(profile, new Summary(profile), new Crosstalk(profile)))
                .containsExactly("redis's CPU: 75% in processCommand, under no transaction.");
    }

    @Test
    void withoutWaitsThereIsNothingToSayAboutThem() {
        assertThat(findings()).noneMatch(f -> f.contains("wait"));
    }

    @Test
    void aDeadlockComesFirst() {
        tiers.wait(new LockWait(10, 11, LockWait.End.DEADLOCK, LockWait.Kind.MUTEX, "LOCK_a", 0, 0), 12_300_000_000L);
        tiers.wait(new LockWait(11, 10, LockWait.End.DEADLOCK, LockWait.Kind.MUTEX, "LOCK_b", 0, 0), 12_200_000_000L);
        assertThat(findings().subList(0, 2)).containsExactly(
                "In db Best waits for Home, which waits for what it has itself: a deadlock, which had lasted "
                        + "for 12.3 s, at LOCK_a.",
                "In db Home waits for Best, which waits for what it has itself: a deadlock, which had lasted "
                        + "for 12.2 s, at LOCK_b.");
    }

    @Test
    void aSingleRequestIsNoFinding() {
        TwoTierRecording.context(tiers.web, 8, 0, Context.Kind.TRANSACTION, "Once");
        tiers.web.counts.put(8, new ContextCounts(1, 0, 0, 0));
        TwoTierRecording.remote(tiers.db, 15, TwoTierRecording.WEB, 8);
        tiers.wait(new LockWait(15, 10, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 0, 0), 500_000_000);
        assertThat(findings()).noneMatch(f -> f.startsWith("Once waits longest"));
    }
}
