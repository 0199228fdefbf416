// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import whodunit.profile.LockWait;
import whodunit.profile.TimedSums;
import whodunit.profile.WaitHistogram;

class LastingWaitsTest {
    private final LastingWaits lasting = new LastingWaits();

    private void add(int waiter, long nanos) {
        lasting.add(new LockWait(waiter, 0, LockWait.End.LASTS, LockWait.Kind.MUTEX, "", 0, 0), 100,
                new WaitHistogram().add(1, nanos, nanos, List.of(1)));
    }

    private Map<Integer, Long> left() {
        TimedSums<LockWait, WaitHistogram> waits = new TimedSums<>(
                (a, b) -> new WaitHistogram().add(a).add(b));
        lasting.addTo(waits);
        Map<Integer, Long> nanos = new HashMap<>();
        waits.forEach((wait, times) -> nanos.put(wait.waiter(), times.sum().totalNanos()));
        return nanos;
    }

    @Test
    void theLastFileCounts() {
        lasting.fileBegins();
        add(1, 10);
        add(2, 10);
        lasting.hasHealth();
        lasting.fileBegins();
        add(1, 20);
        lasting.hasHealth();
        assertThat(left()).isEqualTo(Map.of(1, 20L));
    }

    @Test
    void aCutFileSaysNothing() {
        lasting.fileBegins();
        add(1, 10);
        lasting.hasHealth();
        lasting.fileBegins();
        assertThat(left()).isEqualTo(Map.of(1, 10L));
    }
}
