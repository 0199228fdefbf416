// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.core.QueueThresholdPredicate;

/** What every queue does when many threads use it. */
abstract class QueueConcurrencyContract extends QueueContract {
    private static final int PRODUCERS = 4;
    private static final int ITEMS = 20_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static void join(List<Future<?>> futures) throws Exception {
        for (Future<?> f : futures)
            f.get();
    }

    /** Enqueues all of the producer's items in all ways, again and again until they are admitted. */
    private Callable<Void> produce(int producer) {
        return () -> {
            SplittableRandom random = new SplittableRandom(producer);
            Item[] items = Item.numbered(producer, 0, ITEMS);
            for (int i = 0; i < ITEMS;) {
                int n = random.nextInt(5) < 3 ? 1
                        : Math.min(1 + random.nextInt(random.nextInt(20) == 0 ? 900 : 6), ITEMS - i);
                if (enqueue(Arrays.copyOfRange(items, i, i + n), random.nextInt(3)))
                    i += n;
                else
                    Thread.yield();
            }
            return null;
        };
    }

    private boolean enqueue(Item[] items, int way) throws SinkException {
        try {
            if (way == 0) {
                Object key = sink.enqueue_prepare(items);
                if (items.length % 3 == 0) {
                    sink.enqueue_abort(key);
                    return false;
                }
                sink.enqueue_commit(key);
            } else if (items.length > 1) {
                sink.enqueue_many(items);
            } else if (way == 1) {
                sink.enqueue(items[0]);
            } else {
                return sink.enqueue_lossy(items[0]);
            }
            return true;
        } catch (SinkFullException e) {
            return false;
        }
    }

    private QueueElementIF[] dequeue(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> single(source.dequeue());
            case 1 -> source.dequeue_all();
            case 2 -> source.dequeue(3);
            case 3 -> single(source.blocking_dequeue(1));
            case 4 -> source.blocking_dequeue(1, 7, true);
            default -> source.blocking_dequeue_all(1);
        };
    }

    private static QueueElementIF[] single(QueueElementIF element) {
        return element == null ? null : new QueueElementIF[] {element};
    }

    @Test
    void oneConsumerSeesEachProducersOrder() throws Exception {
        consumedInOrder(1);
    }

    @Test
    void manyConsumersGetEverythingOnce() throws Exception {
        consumedInOrder(3);
    }

    private void consumedInOrder(int consumers) throws Exception {
        AtomicInteger left = new AtomicInteger(PRODUCERS * ITEMS);
        AtomicInteger[][] seen = new AtomicInteger[PRODUCERS][ITEMS];
        for (AtomicInteger[] of : seen)
            Arrays.setAll(of, i -> new AtomicInteger());
        List<Future<?>> all = new ArrayList<>();
        for (int c = 0; c < consumers; c++) {
            SplittableRandom random = new SplittableRandom(c);
            all.add(threads.submit(() -> {
                int[] next = new int[PRODUCERS];
                while (left.get() > 0) {
                    QueueElementIF[] got = dequeue(random);
                    for (int i = 0; got != null && i < got.length; i++) {
                        Item item = (Item) got[i];
                        assertThat(item.number()).as("producer %d", item.producer())
                                .isGreaterThanOrEqualTo(next[item.producer()]);
                        next[item.producer()] = item.number() + 1;
                        seen[item.producer()][item.number()].incrementAndGet();
                        left.decrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (int p = 0; p < PRODUCERS; p++)
            all.add(threads.submit(produce(p)));
        join(all);
        for (AtomicInteger[] of : seen)
            assertThat(of).allMatch(n -> n.get() == 1);
        assertThat(sink.size()).isZero();
    }

    /** The predicate runs under the queue's lock: never twice at once, and with a size that nobody raises meanwhile. */
    @Test
    void predicatesTakeTurnsAndTheThresholdHolds() throws Exception {
        int threshold = 50;
        AtomicInteger within = new AtomicInteger();
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        EnqueuePredicateIF predicate = e -> {
            if (within.incrementAndGet() != 1)
                wrong.add("two at once");
            int size = sink.size();
            if (size > threshold)
                wrong.add("size " + size);
            boolean admitted = size < threshold;
            if (sink.size() > size)
                wrong.add("grew while the predicate ran");
            within.decrementAndGet();
            return admitted;
        };
        sink.setEnqueuePredicate(predicate);
        AtomicInteger accepted = new AtomicInteger();
        List<Future<?>> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            producers.add(threads.submit(() -> {
                SplittableRandom random = new SplittableRandom(producer);
                for (int i = 0; i < ITEMS; i++) {
                    Item[] items = Item.numbered(producer, 0, random.nextBoolean() ? 1 : 1 + random.nextInt(20));
                    if (enqueue(items, random.nextInt(3)))
                        accepted.addAndGet(items.length);
                }
                return null;
            }));
        }
        int got = 0;
        SplittableRandom random = new SplittableRandom();
        while (producers.stream().anyMatch(f -> !f.isDone()) || source.size() > 0) {
            QueueElementIF[] some = dequeue(random);
            if (some != null && some.length > threshold)
                wrong.add("held " + some.length);
            got += some == null ? 0 : some.length;
        }
        join(producers);
        assertThat(wrong).isEmpty();
        assertThat(got).isEqualTo(accepted.get()).isPositive();
    }

    @Test
    void manyAreAllThereOrNone() throws Exception {
        sink.setEnqueuePredicate(new QueueThresholdPredicate(sink, 30));
        int size = 7;
        int[] taken = new int[PRODUCERS];
        List<Future<Integer>> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            producers.add(threads.submit(() -> {
                int accepted = 0;
                for (int i = 0; i < ITEMS / size; i++)
                    if (enqueue(Item.numbered(producer, i * size, size), 1))
                        accepted++;
                return accepted;
            }));
        }
        int[] next = new int[PRODUCERS];
        while (producers.stream().anyMatch(f -> !f.isDone()) || source.size() > 0) {
            for (QueueElementIF e = source.dequeue(); e != null; e = source.dequeue()) {
                Item item = (Item) e;
                boolean begins = next[item.producer()] % size == 0;
                assertThat(item.number() % size == 0).as("begins").isEqualTo(begins);
                assertThat(begins || item.number() == next[item.producer()]).isTrue();
                next[item.producer()] = item.number() + 1;
                taken[item.producer()]++;
            }
        }
        for (int p = 0; p < PRODUCERS; p++)
            assertThat(taken[p]).isEqualTo(producers.get(p).get() * size);
    }

    /** Nobody may sleep while there is something to take, whoever the signals go to. */
    @Test
    void noWakeUpIsLost() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        List<Future<?>> consumers = new ArrayList<>();
        for (int c = 0; c < 4; c++) {
            int exactly = 1 + c % 2; // some wait for two
            consumers.add(threads.submit(() -> {
                for (QueueElementIF[] got; (got = source.blocking_dequeue(-1, exactly, true)) != null;)
                    taken.addAndGet(got.length);
                return null;
            }));
        }
        for (int round = 0; round < 500; round++) {
            sink.enqueue(new Item(0, round));
            sink.enqueue_many(Item.numbered(1, round, 2));
            sink.enqueue(new Item(2, round));
            while (taken.get() < (round + 1) * 4) // the test's time limit ends this
                Thread.yield();
        }
        source.close();
        join(consumers);
    }
}
