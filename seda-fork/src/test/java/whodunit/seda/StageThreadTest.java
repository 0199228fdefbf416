// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.QueueElementIF;
import whodunit.seda.stage.Event;

/** Which contexts a batch has, by what its thread took before. */
class StageThreadTest {
    private static QueueElementIF[] items(int n) {
        QueueElementIF[] items = new QueueElementIF[n];
        Arrays.setAll(items, i -> new Event("" + i));
        return items;
    }

    /** What a stage's thread says of the batch when it has taken each of these. */
    private static int[] contexts(QueueElementIF[] batch, QueueElementIF[]... taken) throws Exception {
        FutureTask<int[]> work = new FutureTask<>(() -> {
            StageThread thread = (StageThread) Thread.currentThread();
            thread.beginBatch();
            int context = 1;
            for (QueueElementIF[] some : taken) {
                int[] under = new int[some.length];
                for (int i = 0; i < some.length; i++)
                    under[i] = context++;
                thread.took(some, under);
            }
            int[] of = thread.contextsOf(batch);
            return of == null ? null : Arrays.copyOf(of, batch.length);
        });
        new StageThread(work, "stage").start();
        return work.get();
    }

    @Test
    void aBatchIsWhatWasTaken() throws Exception {
        QueueElementIF[] all = items(5);
        assertThat(contexts(all, all)).containsExactly(1, 2, 3, 4, 5);
        assertThat(contexts(all, Arrays.copyOfRange(all, 0, 2), Arrays.copyOfRange(all, 2, 5)))
                .containsExactly(1, 2, 3, 4, 5);
        assertThat(contexts(Arrays.copyOf(all, 3), all)).as("the first of it").containsExactly(1, 2, 3);
    }

    @Test
    void aBatchHasElementsOfTheSortersOwn() throws Exception {
        QueueElementIF[] all = items(3);
        Event own = new Event("own");
        assertThat(contexts(new QueueElementIF[] {own, all[2], all[0], own}, all)).containsExactly(0, 3, 1, 0);
        assertThat(contexts(new QueueElementIF[] {own})).as("nothing was taken").isNull();
    }

    @Test
    void anObjectThatWasTakenSeveralTimesIsUnknownIfOrderIsLost() throws Exception {
        Event a = new Event("a");
        Event b = new Event("b");
        assertThat(contexts(new QueueElementIF[] {a, b, a}, new QueueElementIF[] {a, b, a})).containsExactly(1, 2, 3);
        assertThat(contexts(new QueueElementIF[] {b, a}, new QueueElementIF[] {a, b, a, a})).containsExactly(2, 0);
    }

    /** An overloaded stage takes very many at once. */
    @Test
    void aMillionElementsInReverseDoNotTakeMinutes() throws Exception {
        int n = 1_000_000;
        QueueElementIF[] all = items(n);
        List<QueueElementIF> reverse = Arrays.asList(all.clone());
        Collections.reverse(reverse);
        int[] contexts = contexts(reverse.toArray(QueueElementIF[]::new), all);
        int wrong = 0;
        for (int i = 0; i < n; i++)
            wrong += contexts[i] == n - i ? 0 : 1;
        assertThat(wrong).isZero();
    }
}
