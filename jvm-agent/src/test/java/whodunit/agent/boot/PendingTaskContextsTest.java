// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contexts of one object that is handed over many times. */
class PendingTaskContextsTest {
    private final PendingTaskContexts waiting = new PendingTaskContexts();
    private final Object task = new Object();

    /**
     * Against a list that holds them all, the old ones as 0; now it grows beyond what is kept, now it shrinks to
     * nothing.
     */
    @Test
    void areTakenAsFromAList() {
        Random random = new Random(1);
        List<Integer> expected = new ArrayList<>();
        int longest = 0;
        for (int round = 0; round < 100_000; round++) {
            boolean grows = round / 10_000 % 2 == 0;
            if (random.nextInt(10) < (grows ? 6 : 3))
                add(expected, random.nextInt(3));
            else
                take(expected, random.nextInt(4) == 0);
            longest = Math.max(longest, expected.size());
            assertThat(waiting.peek(task)).as("round %d", round)
                    .isEqualTo(expected.isEmpty() ? PendingTaskContexts.NOTHING : expected.get(0));
        }
        assertThat(longest).isGreaterThan(PendingTaskContexts.KEPT + 100);
        while (!expected.isEmpty())
            take(expected, false);
        assertThat(waiting.isEmpty()).isTrue();
    }

    private void add(List<Integer> expected, int context) {
        waiting.add(0, task, context);
        if (context == 0 && expected.isEmpty())
            return; // not worth noting
        expected.add(context);
        if (expected.size() > PendingTaskContexts.KEPT)
            expected.set(expected.size() - 1 - PendingTaskContexts.KEPT, 0);
    }

    private void take(List<Integer> expected, boolean newest) {
        int taken = newest ? waiting.takeNewest(0, task) : waiting.takeOldest(0, task);
        assertThat(taken)
                .isEqualTo(expected.isEmpty() ? PendingTaskContexts.NOTHING
                        : expected.remove(newest ? expected.size() - 1 : 0));
    }
}
