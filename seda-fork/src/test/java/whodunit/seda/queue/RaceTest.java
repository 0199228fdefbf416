// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.QueueThresholdPredicate;

/**
 * Two or three threads, a step each, started together again and again on a new queue: every outcome must be one that
 * some order of the steps explains (the way of jcstress). Queues begin at every position around the end of a chunk.
 */
class RaceTest {
    private static final int ROUNDS = 10_000;
    /** Elements that went through a queue before: chunks end within this range. */
    private static final int CHUNK = 512;

    /** A thread's part, and what it has seen. */
    private interface Actor {
        String act(FiniteQueue queue) throws Exception;
    }

    private static final QueueElementIF A = new Item(0, 0);
    private static final QueueElementIF B = new Item(1, 0);
    private static final QueueElementIF C = new Item(2, 0);

    private static String name(QueueElementIF... elements) {
        if (elements == null || elements.length == 0 || elements[0] == null)
            return "-";
        StringBuilder names = new StringBuilder();
        for (QueueElementIF e : elements)
            names.append((char) ('A' + ((Item) e).producer()));
        return names.toString();
    }

    private static Actor enqueue(QueueElementIF element) {
        return q -> q.enqueue_lossy(element) ? "+" : "0";
    }

    private static Actor enqueueMany(QueueElementIF... elements) {
        return q -> {
            try {
                q.enqueue_many(elements);
                return "+";
            } catch (SinkException e) {
                return "0";
            }
        };
    }

    /** Outcomes are what the actors saw, in their order, then what is left. */
    private static void race(int threshold, Set<String> allowed, Actor... actors) throws Exception {
        FiniteQueue[] queues = new FiniteQueue[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            queues[i] = new FiniteQueue();
            for (int used = CHUNK - 4 + i % 8; used > 0 && i % 8 < 7; used -= CHUNK) {
                queues[i].enqueue_many(Item.numbered(9, 0, Math.min(used, CHUNK)));
                queues[i].dequeue_all();
            }
            if (threshold >= 0)
                queues[i].setEnqueuePredicate(new QueueThresholdPredicate(queues[i], threshold));
        }
        String[][] seen = new String[actors.length][ROUNDS];
        CyclicBarrier start = new CyclicBarrier(actors.length);
        AtomicInteger failed = new AtomicInteger();
        Thread[] threads = new Thread[actors.length];
        for (int t = 0; t < actors.length; t++) {
            int self = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < ROUNDS; i++) {
                        if (i % 64 == 0)
                            start.await();
                        seen[self][i] = actors[self].act(queues[i]);
                    }
                } catch (Exception e) {
                    failed.incrementAndGet();
                    start.reset();
                    if (!(e instanceof BrokenBarrierException))
                        e.printStackTrace();
                }
            });
            threads[t].start();
        }
        for (Thread t : threads)
            t.join();
        assertThat(failed).hasValue(0);
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < ROUNDS; i++) {
            int round = i;
            String outcome = String.join(" ", Arrays.stream(seen).map(s -> s[round]).toList()) + " "
                    + name(queues[i].dequeue_all()) + queues[i].size();
            outcomes.merge(outcome, 1, Integer::sum);
        }
        assertThat(allowed).as("outcomes %s", outcomes).containsAll(outcomes.keySet());
    }

    @Test
    void twoEnqueuers() throws Exception {
        race(-1, Set.of("+ + AB0", "+ + BA0"), enqueue(A), enqueue(B));
    }

    @Test
    void enqueueAgainstPoll() throws Exception {
        race(-1, Set.of("+ A -0", "+ - A0"), enqueue(A), q -> name(q.dequeue()));
    }

    @Test
    void manyAgainstPollOfAll() throws Exception {
        race(-1, Set.of("+ - AB0", "+ A B0", "+ AB -0"), enqueueMany(A, B), q -> name(q.dequeue_all()));
    }

    @Test
    void whoHasEnqueuedFindsSomething() throws Exception {
        Actor own = q -> {
            q.enqueue(A);
            return name(q.dequeue());
        };
        Actor other = q -> {
            q.enqueue(B);
            return name(q.dequeue());
        };
        race(-1, Set.of("A B -0", "B A -0"), own, other);
    }

    @Test
    void oneElementTwoTakers() throws Exception {
        race(-1, Set.of("+ A - -0", "+ - A -0", "+ - - A0"), enqueue(A), q -> name(q.dequeue()),
                q -> name(q.dequeue()));
    }

    @Test
    void aBlockedTakerIsWoken() throws Exception {
        race(-1, Set.of("+ A -0"), enqueue(A), q -> name(q.blocking_dequeue(-1)));
    }

    @Test
    void twoBlockedTakersAreWokenByOneCall() throws Exception {
        race(-1, Set.of("+ A B -0", "+ B A -0"), enqueueMany(A, B), q -> name(q.blocking_dequeue(-1)),
                q -> name(q.blocking_dequeue(-1)));
    }

    @Test
    void oneThatWaitsForTwoAndOneThatWaitsForOne() throws Exception {
        Actor two = q -> name(q.blocking_dequeue(-1, 2, true));
        Actor both = q -> {
            q.enqueue(A);
            q.enqueue(B);
            q.enqueue(C);
            return "+";
        };
        race(-1, Set.of("+ AB C -0", "+ BC A -0"), both, two, q -> name(q.blocking_dequeue(-1)));
    }

    @Test
    void aThresholdOfOne() throws Exception {
        race(1, Set.of("+ 0 A0", "0 + B0"), enqueue(A), enqueue(B));
    }

    @Test
    void manyDoNotFitBesideAnother() throws Exception {
        race(2, Set.of("+ 0 AB0", "0 + C0"), enqueueMany(A, B), enqueue(C));
    }

    @Test
    void whatIsPreparedHoldsItsPlace() throws Exception {
        Actor prepares = q -> {
            try {
                Object key = q.enqueue_prepare(new QueueElementIF[] {A});
                q.enqueue_commit(key);
                return "+";
            } catch (SinkException e) {
                return "0";
            }
        };
        race(1, Set.of("+ 0 A0", "0 + B0"), prepares, enqueue(B));
    }

    @Test
    void anAbortMakesRoomOrNot() throws Exception {
        Actor aborts = q -> {
            try {
                q.enqueue_abort(q.enqueue_prepare(new QueueElementIF[] {A}));
                return "+";
            } catch (SinkException e) {
                return "0";
            }
        };
        race(1, Set.of("+ + B0", "+ 0 -0", "0 + B0"), aborts, enqueue(B));
    }

    @Test
    void enqueueAgainstClose() throws Exception {
        race(-1, Set.of("+ . A0", "0 . -0"), enqueue(A), q -> {
            q.close();
            return ".";
        });
    }

    @Test
    void closeWakesOrFindsNobody() throws Exception {
        race(-1, Set.of("+ . A -0", "+ . - A0", "0 . - -0"), enqueue(A), q -> {
            q.close();
            return ".";
        }, q -> name(q.blocking_dequeue(-1)));
    }
}
