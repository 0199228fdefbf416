// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.LockWait;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.WaitHistogram;

class AggregateColumnsTest {
    private static final long SECOND = 1_000_000_000L;

    /** A hundred files of ten seconds, with three requests and a wait each. */
    private static Profile hundredFiles() {
        RecordedProcess app = new RecordedProcess(0xcc, "app", true);
        app.firstNanos = 0;
        TwoTierRecording.context(app, 2, 0, Context.Kind.TRANSACTION, "Page");
        LockWait wait = new LockWait(2, 2, LockWait.End.WOKEN, LockWait.Kind.MUTEX, "lock", 0, 0);
        for (long file = 0; file < 100; file++) {
            app.counts.add(2, 10 * file * SECOND, (10 * file + 10) * SECOND - 1, new ContextCounts(3, 0, 0, 0));
            app.waits.add(wait, 10 * file * SECOND, (10 * file + 10) * SECOND - 1,
                    new WaitHistogram().add(1, 1_000_000, 1_000_000, List.of()));
        }
        return Profile.stitch(List.of(app));
    }

    private static long sum(JsonObject of, String column) {
        return of.getAsJsonArray(column).asList().stream().mapToLong(JsonElement::getAsLong).sum();
    }

    @Test
    void everyPartIsThere() {
        JsonObject o = AggregateColumns.of(hundredFiles()).json();
        assertThat(o.getAsJsonArray("from_ns")).as("requests and waits of a file have one range").hasSize(100);
        assertThat(o.getAsJsonObject("requests").getAsJsonArray("count")).hasSize(100);
        assertThat(sum(o.getAsJsonObject("waits"), "sum_ns")).isEqualTo(100_000_000);
    }

    @Test
    void whereThereAreTooManyNeighboursArePutTogether() {
        JsonObject o = AggregateColumns.of(hundredFiles(), 50).json();
        int ranges = o.getAsJsonArray("from_ns").size();
        assertThat(ranges).isBetween(10, 25);
        assertThat(o.getAsJsonArray("to_ns").get(ranges - 1).getAsLong()).isEqualTo(1000 * SECOND - 1);
        assertThat(sum(o.getAsJsonObject("requests"), "count")).isEqualTo(300);
        assertThat(sum(o.getAsJsonObject("waits"), "count")).isEqualTo(100);
    }
}
