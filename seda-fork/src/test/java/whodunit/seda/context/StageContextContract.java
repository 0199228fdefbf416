// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.internal.BatchDescrIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.ssTimer;
import whodunit.agent.api.Whodunit;
import whodunit.seda.stage.Event;
import whodunit.seda.stage.Handler;
import whodunit.seda.stage.Systems;
import whodunit.seda.stage.Waits;

/** Events are handled under the context in which they were enqueued, and their stage. */
abstract class StageContextContract {
    /** An event and the context that it was handled under. */
    private record Seen(String event, int context) {}

    @RegisterExtension
    final Systems systems = new Systems();
    private final String threadManager;

    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private ManagerIF manager;

    StageContextContract(String threadManager) {
        this.threadManager = threadManager;
    }

    /** The test's own thread may have taken over the context of what another test took out of a queue. */
    @BeforeEach
    void start() throws Exception {
        Whodunit.attach(0);
        manager = systems.start("global.defaultThreadManager", threadManager);
    }

    private SinkIF stage(String name, Handler.Body body) throws Exception {
        return manager.createStage(name, new Handler(body), null).getSink();
    }

    private void saw(QueueElementIF e) {
        seen.add(new Seen(((Event) e).name(), Whodunit.current()));
    }

    private void await(int n) throws InterruptedException {
        Waits.until(() -> seen.size() >= n);
    }

    @Test
    void aStageIsReachedOnTwoPaths() throws Exception {
        SinkIF write = stage("write", this::saw);
        SinkIF miss = stage("miss", write::enqueue);
        SinkIF hit = stage("cache", e -> (((Event) e).name().equals("hit") ? write : miss).enqueue(e));
        hit.enqueue(new Event("hit"));
        await(1);
        hit.enqueue(new Event("miss"));
        await(2);
        assertThat(seen).containsExactly(new Seen("hit", Paths.of("cache", "write")),
                new Seen("miss", Paths.of("cache", "miss", "write")));
    }

    @Test
    void loopsArePruned() throws Exception {
        SinkIF[] back = new SinkIF[1];
        SinkIF b = stage("B", e -> back[0].enqueue(new Event(((Event) e).name() + "'")));
        SinkIF a = stage("A", e -> {
            saw(e);
            if (((Event) e).name().length() < 4)
                b.enqueue(e);
        });
        back[0] = a;
        a.enqueue(new Event("e"));
        await(4);
        assertThat(seen).extracting(Seen::context).containsOnly(Paths.of("A"));
    }

    /** What waits in the queue is handled in its order, each under its own context. */
    @Test
    void aBatchOfSeveralContextsIsSplit() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        List<List<Integer>> calls = Collections.synchronizedList(new ArrayList<>());
        Handler handler = new Handler(this::saw) {
            @Override
            public void handleEvents(QueueElementIF[] elements) throws seda.sandStorm.api.EventHandlerException {
                if (elements[0].equals(new Event("first")))
                    awaitQuietly(gate);
                calls.add(Collections.nCopies(elements.length, Whodunit.current()));
                super.handleEvents(elements);
            }
        };
        SinkIF sink = manager.createStage("S", handler, null).getSink();
        sink.enqueue(new Event("first"));
        Waits.until(() -> sink.size() == 0);
        int t1 = Paths.transaction("T1");
        int t2 = Paths.transaction("T2");
        int[] contexts = {t1, t1, t2, 0, 0, t2, t1};
        QueueElementIF same = new Event("same");
        for (int context : contexts)
            Paths.under(context, () -> sink.enqueue(same));
        gate.countDown();
        await(1 + contexts.length);
        assertThat(seen.subList(1, seen.size())).extracting(Seen::context)
                .containsExactlyElementsOf(Arrays.stream(contexts).mapToObj(c -> Paths.below(c, "S")).toList());
        assertThat(calls.stream().skip(1).map(List::size)).as("runs of equal context, in one call each")
                .containsExactly(2, 1, 2, 1, 1);
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void everyWayInCarriesTheContext() throws Exception {
        SinkIF s = stage("S", this::saw);
        int t = Paths.transaction("T");
        int other = Paths.transaction("other");
        ssTimer timer = new ssTimer();
        Object[] key = new Object[1];
        Paths.under(t, () -> {
            s.enqueue(new Event("enqueue"));
            s.enqueue_lossy(new Event("lossy"));
            s.enqueue_many(new QueueElementIF[] {new Event("many 1"), new Event("many 2")});
            key[0] = s.enqueue_prepare(new QueueElementIF[] {new Event("prepared")});
            timer.registerEvent(1, new Event("timer"), s);
        });
        Paths.under(other, () -> s.enqueue_commit(key[0]));
        await(6);
        timer.doneWithTimer();
        assertThat(seen).hasSize(6).allMatch(x -> x.context() == Paths.below(t, "S"));
    }

    private record Batch(QueueElementIF[] getBatch) implements BatchDescrIF {
        @Override
        public void batchDone() {}
    }

    /** Takes batches apart and together: every second element first. */
    private static final class Shuffling implements BatchSorterIF {
        private final List<Integer> idle = Collections.synchronizedList(new ArrayList<>());
        private SourceIF source;

        @Override
        public void init(StageWrapperIF stage, ManagerIF manager) {
            source = stage.getSource();
        }

        @Override
        public BatchDescrIF nextBatch(int timeout) {
            idle.add(Whodunit.current());
            List<QueueElementIF> even = new ArrayList<>();
            List<QueueElementIF> odd = new ArrayList<>();
            for (QueueElementIF e = source.blocking_dequeue(timeout); e != null; e = source.dequeue())
                (even.size() > odd.size() ? odd : even).add(e);
            even.addAll(odd);
            QueueElementIF[] batch = even.toArray(QueueElementIF[]::new);
            return batch.length == 0 ? null : new Batch(batch);
        }
    }

    /**
     * The application may form batches as it likes; and what a handler leaves behind is not what the thread waits for.
     */
    @Test
    void anOwnBatchSorterKeepsContextsWithTheirEvents() throws Exception {
        Shuffling sorter = new Shuffling();
        StageIF stage = manager.createStage("S", new Handler(e -> {
            saw(e);
            Whodunit.begin("left behind");
            if (((Event) e).name().endsWith("0"))
                throw new Error("on purpose");
        }) {
            @Override
            public void init(ConfigDataIF config) {
                sorter.init(config.getStage().getWrapper(), config.getManager());
                config.getStage().getWrapper().setBatchSorter(sorter);
            }

            @Override
            public void handleEvents(QueueElementIF[] elements) {
                for (QueueElementIF e : elements)
                    handleQuietly(e);
            }

            private void handleQuietly(QueueElementIF e) {
                int run = Whodunit.current();
                try {
                    handleEvent(e);
                } catch (Throwable t) {
                    // on purpose
                } finally {
                    Whodunit.attach(run);
                }
            }
        }, null);
        List<Seen> expected = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            int t = Paths.transaction("T" + i % 3);
            Event e = new Event("e" + i);
            Paths.under(t, () -> stage.getSink().enqueue(e));
            expected.add(new Seen(e.name(), Paths.below(t, "S")));
        }
        await(expected.size());
        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(sorter.idle).containsOnly(Whodunit.waiting("S"));
    }

    /** Sorts the very array that the queue gave out. */
    private static final class SortingInPlace implements BatchSorterIF {
        private SourceIF source;

        @Override
        public void init(StageWrapperIF stage, ManagerIF manager) {
            source = stage.getSource();
        }

        @Override
        public BatchDescrIF nextBatch(int timeout) {
            QueueElementIF[] batch = source.blocking_dequeue_all(timeout);
            if (batch == null)
                return null;
            Arrays.sort(batch, (a, b) -> ((Event) b).name().compareTo(((Event) a).name()));
            return new Batch(batch);
        }
    }

    @Test
    void aBatchSorterMaySortTheArrayThatItGot() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        SortingInPlace sorter = new SortingInPlace();
        SinkIF sink = manager.createStage("S", new Handler(e -> {
            if (e.equals(new Event("first")))
                awaitQuietly(gate);
            else
                saw(e);
        }) {
            @Override
            public void init(ConfigDataIF config) {
                sorter.init(config.getStage().getWrapper(), config.getManager());
                config.getStage().getWrapper().setBatchSorter(sorter);
            }
        }, null).getSink();
        sink.enqueue(new Event("first"));
        Waits.until(() -> sink.size() == 0);
        List<Seen> expected = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int t = Paths.transaction("T" + i % 3);
            Event e = new Event("e" + i);
            Paths.under(t, () -> sink.enqueue(e));
            expected.add(0, new Seen(e.name(), Paths.below(t, "S")));
        }
        gate.countDown();
        await(expected.size());
        assertThat(seen).containsExactlyElementsOf(expected);
    }

    /** A handler may take out of a queue of its own for as long as it runs. */
    @Test
    void whatAHandlerDequeuesByHandIsNotKept() throws Exception {
        List<WeakReference<Event>> taken = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch gate = new CountDownLatch(1);
        FiniteQueue own = new FiniteQueue();
        SinkIF sink = stage("S", e -> {
            for (int i = 0; i < 1000; i++) {
                own.enqueue(new Event("own " + i));
                taken.add(new WeakReference<>((Event) own.dequeue()));
            }
            saw(e);
            awaitQuietly(gate);
        });
        sink.enqueue(new Event("e"));
        await(1);
        try {
            Waits.until(() -> {
                System.gc();
                return taken.stream().allMatch(t -> t.get() == null);
            });
        } finally {
            gate.countDown();
        }
        assertThat(seen).containsExactly(new Seen("e", Paths.of("S")));
    }

    @Test
    void whatAHandlerLeavesBehindIsGone() throws Exception {
        SinkIF sink = stage("S", e -> {
            saw(e);
            Whodunit.begin("left behind");
            throw new Error("on purpose");
        });
        for (int i = 1; i <= 3; i++) {
            sink.enqueue(new Event("" + i));
            await(i);
        }
        assertThat(seen).extracting(Seen::context).containsOnly(Paths.of("S"));
    }

    /** Executors are the agent's: they go on from where the stage is. */
    @Test
    void anExecutorInsideAStageCarriesItsContext() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        SinkIF last = stage("last", this::saw);
        SinkIF first = stage("first", e -> pool.execute(() -> {
            saw(e);
            last.enqueue_lossy(e);
        }));
        int t = Paths.transaction("T");
        Paths.under(t, () -> first.enqueue(new Event("e")));
        await(2);
        pool.shutdown();
        assertThat(seen).containsExactly(new Seen("e", Paths.below(t, "first")),
                new Seen("e", Paths.below(t, "first", "last")));
    }

    /** Somebody who takes out of a queue himself keeps his own context. */
    @Test
    void dequeuingByHandChangesNothing() throws Exception {
        FiniteQueue queue = new FiniteQueue();
        Paths.under(Paths.transaction("T"), () -> queue.enqueue(new Event("e")));
        assertThat(queue.blocking_dequeue(-1)).isEqualTo(new Event("e"));
        assertThat(Whodunit.current()).isZero();
    }
}
