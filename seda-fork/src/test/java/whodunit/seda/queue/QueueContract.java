// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.QueueThresholdPredicate;

/** What every queue does, as one thread sees it; {@link QueueConcurrencyContract} has the rest. */
abstract class QueueContract {
    /** Both ends. */
    record Ends(SinkIF sink, FiniteQueue source) {}

    SinkIF sink;
    FiniteQueue source;
    private final Item[] items = Item.numbered(0, 0, 3000);

    /** A new queue of the kind that is tested. */
    abstract Ends make() throws Exception;

    @BeforeEach
    void makeOne() throws Exception {
        Ends ends = make();
        sink = ends.sink();
        source = ends.source();
    }

    private void limit(int threshold) {
        sink.setEnqueuePredicate(new QueueThresholdPredicate(sink, threshold));
    }

    private static Item[] range(Item[] items, int from, int to) {
        return Arrays.copyOfRange(items, from, to);
    }

    @Test
    void firstInFirstOutWhateverTheWayIn() throws Exception {
        for (int i = 0; i < items.length;) {
            int many = Math.min(i % 700 + 1, items.length - i);
            switch (i % 4) {
                case 0 -> sink.enqueue(items[i]);
                case 1 -> assertThat(sink.enqueue_lossy(items[i])).isTrue();
                case 2 -> sink.enqueue_many(range(items, i, i + many));
                default -> sink.enqueue_commit(sink.enqueue_prepare(range(items, i, i + many)));
            }
            i += i % 4 < 2 ? 1 : many;
            assertThat(sink.size()).isEqualTo(i);
        }
        int n = 0;
        assertThat(source.dequeue()).isSameAs(items[n++]);
        assertThat(source.blocking_dequeue(0)).isSameAs(items[n++]);
        assertThat(source.dequeue(600)).containsExactly(range(items, n, n += 600));
        assertThat(source.dequeue(1, true)).containsExactly(items[n++]);
        assertThat(source.blocking_dequeue(-1, 5)).containsExactly(range(items, n, n += 5));
        assertThat(source.blocking_dequeue(1, 5, true)).containsExactly(range(items, n, n += 5));
        assertThat(source.size()).isEqualTo(items.length - n);
        assertThat(source.dequeue_all()).containsExactly(range(items, n, items.length));
        assertThat(source.size()).isZero();
    }

    @Test
    void oneObjectMayBeInItTwice() throws Exception {
        sink.enqueue(items[0]);
        sink.enqueue_many(new QueueElementIF[] {items[0], items[0]});
        assertThat(source.blocking_dequeue_all(-1)).containsExactly(items[0], items[0], items[0]);
    }

    @Test
    void nothingIsNull() {
        assertThat(source.dequeue()).isNull();
        assertThat(source.dequeue_all()).isNull();
        assertThat(source.dequeue(5)).isNull();
        assertThat(source.dequeue(5, true)).isNull();
        assertThat(source.blocking_dequeue(0)).isNull();
        assertThat(source.blocking_dequeue_all(0)).isNull();
        assertThat(source.blocking_dequeue(0, 5)).isNull();
        assertThat(source.size()).isZero();
    }

    @Test
    void nullAndNoElements() throws Exception {
        assertThatThrownBy(() -> sink.enqueue(null)).isInstanceOf(BadQueueElementException.class);
        assertThat(sink.enqueue_lossy(null)).isFalse();
        assertThatThrownBy(() -> sink.enqueue_many(new QueueElementIF[] {items[0], null}))
                .isInstanceOf(BadQueueElementException.class);
        assertThatThrownBy(() -> sink.enqueue_prepare(new QueueElementIF[] {items[0], null}))
                .isInstanceOf(BadQueueElementException.class);
        sink.enqueue_many(new QueueElementIF[0]);
        sink.enqueue_commit(sink.enqueue_prepare(new QueueElementIF[0]));
        assertThat(source.size()).isZero();
        sink.enqueue(items[0]);
        assertThat(source.dequeue(0)).isNull();
        assertThat(source.dequeue(-1)).isNull();
        assertThat(source.dequeue_all()).containsExactly(items[0]);
    }

    @Test
    void aPositiveTimeoutPasses() {
        long start = System.nanoTime();
        assertThat(source.blocking_dequeue(30)).isNull();
        assertThat(source.blocking_dequeue_all(30)).isNull();
        assertThat(source.blocking_dequeue(30, 2)).isNull();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(90));
    }

    @Test
    void exactlySoManyOrNone() throws Exception {
        sink.enqueue_many(range(items, 0, 3));
        assertThat(source.dequeue(4, true)).isNull();
        assertThat(source.blocking_dequeue(20, 4, true)).isNull();
        assertThat(source.size()).isEqualTo(3);
        CompletableFuture<QueueElementIF[]> four = CompletableFuture
                .supplyAsync(() -> source.blocking_dequeue(-1, 4, true));
        Blocked.await(source);
        sink.enqueue(items[3]);
        assertThat(four.get()).containsExactly(range(items, 0, 4));
    }

    @Test
    void theThresholdIsNeverExceeded() throws Exception {
        limit(5);
        sink.enqueue_many(range(items, 0, 3));
        assertThatThrownBy(() -> sink.enqueue_many(range(items, 3, 6))).isInstanceOf(SinkFullException.class);
        assertThat(sink.size()).as("all or none").isEqualTo(3);
        sink.enqueue(items[3]);
        sink.enqueue(items[4]);
        assertThatThrownBy(() -> sink.enqueue(items[5])).isInstanceOf(SinkFullException.class);
        assertThat(sink.enqueue_lossy(items[5])).isFalse();
        assertThat(source.dequeue()).isSameAs(items[0]);
        sink.enqueue(items[6]);
        assertThat(source.dequeue_all()).containsExactly(items[1], items[2], items[3], items[4], items[6]);
    }

    @Test
    void preparingReserves() throws Exception {
        limit(4);
        sink.enqueue(items[0]);
        Object first = sink.enqueue_prepare(range(items, 1, 3));
        assertThat(sink.size()).isEqualTo(3);
        assertThat(source.dequeue_all()).containsExactly(items[0]);
        assertThat(source.dequeue()).as("prepared only").isNull();
        Object second = sink.enqueue_prepare(range(items, 3, 5));
        assertThatThrownBy(() -> sink.enqueue(items[9])).isInstanceOf(SinkFullException.class);
        assertThatThrownBy(() -> sink.enqueue_prepare(range(items, 9, 10))).isInstanceOf(SinkFullException.class);
        sink.enqueue_abort(second);
        sink.enqueue(items[5]);
        sink.enqueue_commit(first);
        assertThat(source.dequeue_all()).containsExactly(items[5], items[1], items[2]);
        assertThat(sink.size()).isZero();
    }

    @Test
    void aKeyIsGoodForOneUseHere() throws Exception {
        Object committed = sink.enqueue_prepare(range(items, 0, 1));
        sink.enqueue_commit(committed);
        Object aborted = sink.enqueue_prepare(range(items, 1, 2));
        sink.enqueue_abort(aborted);
        Object elsewhere = make().sink().enqueue_prepare(range(items, 2, 3));
        for (Object key : new Object[] {committed, aborted, elsewhere, "key", null}) {
            assertThatThrownBy(() -> sink.enqueue_commit(key)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> sink.enqueue_abort(key)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(source.dequeue_all()).containsExactly(items[0]);
    }

    @Test
    void whatWasPreparedDoesNotChangeWithTheArray() throws Exception {
        QueueElementIF[] elements = {items[0], items[1]};
        Object key = sink.enqueue_prepare(elements);
        elements[0] = null;
        sink.enqueue_commit(key);
        assertThat(source.dequeue_all()).containsExactly(items[0], items[1]);
    }

    @Test
    void thePredicateIsAskedAboutEachElement() throws Exception {
        EnqueuePredicateIF odd = e -> ((Item) e).number() % 2 == 1;
        sink.setEnqueuePredicate(odd);
        assertThat(sink.getEnqueuePredicate()).isSameAs(odd);
        sink.enqueue(items[1]);
        assertThat(sink.enqueue_lossy(items[2])).isFalse();
        assertThatThrownBy(() -> sink.enqueue_many(range(items, 1, 3))).isInstanceOf(SinkFullException.class);
        sink.enqueue_many(new QueueElementIF[] {items[3], items[5]});
        sink.setEnqueuePredicate(null);
        sink.enqueue(items[2]);
        assertThat(source.dequeue_all()).containsExactly(items[1], items[3], items[5], items[2]);
    }

    @Test
    void aPredicateThatThrowsHarmsNobody() throws Exception {
        sink.setEnqueuePredicate(e -> {
            if (e == items[1])
                throw new IllegalStateException("on purpose");
            return true;
        });
        assertThatThrownBy(() -> sink.enqueue_many(range(items, 0, 3))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sink.enqueue(items[1])).isInstanceOf(IllegalStateException.class);
        assertThat(sink.size()).isZero();
        CompletableFuture.runAsync(() -> sink.enqueue_lossy(items[2])).get(); // on another thread: no lock is left
        assertThat(source.dequeue_all()).containsExactly(items[2]);
    }

    @Test
    void aClosedQueueTakesNothingAndGivesTheRest() throws Exception {
        sink.enqueue(items[0]);
        Object prepared = sink.enqueue_prepare(range(items, 1, 3));
        source.close();
        assertThatThrownBy(() -> sink.enqueue(items[3])).isInstanceOf(SinkClosedException.class);
        assertThat(sink.enqueue_lossy(items[3])).isFalse();
        assertThatThrownBy(() -> sink.enqueue_many(range(items, 3, 5))).isInstanceOf(SinkClosedException.class);
        assertThatThrownBy(() -> sink.enqueue_prepare(range(items, 3, 5))).isInstanceOf(SinkClosedException.class);
        sink.enqueue_commit(prepared);
        assertThat(source.blocking_dequeue_all(-1)).containsExactly(range(items, 0, 3));
        assertThat(source.blocking_dequeue(-1)).isNull();
    }

    @Test
    void closingWakesWhoWaits() throws Exception {
        CompletableFuture<QueueElementIF> waiting = CompletableFuture.supplyAsync(() -> source.blocking_dequeue(-1));
        Blocked.await(source);
        source.close();
        assertThat(waiting.get()).isNull();
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            QueueElementIF got = source.blocking_dequeue(-1);
            interrupted.complete(got == null && Thread.currentThread().isInterrupted());
        });
        waiting.start();
        Blocked.await(source);
        waiting.interrupt();
        assertThat(interrupted.get()).isTrue();
        sink.enqueue(items[0]);
        assertThat(source.blocking_dequeue(-1)).isSameAs(items[0]);
    }
}
