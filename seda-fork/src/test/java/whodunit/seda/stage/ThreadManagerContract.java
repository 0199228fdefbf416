// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.UnknownEventException;

/** What every thread manager does. */
abstract class ThreadManagerContract {
    private static final int EVENTS = 20_000;

    @RegisterExtension
    final Systems systems = new Systems();
    private final String threadManager;

    ThreadManagerContract(String threadManager) {
        this.threadManager = threadManager;
    }

    private ManagerIF start(String... settings) throws Exception {
        List<String> all = new ArrayList<>(List.of("global.defaultThreadManager", threadManager,
                "global.threadPool.initialThreads", "4", "global.TPPTM.maxThreads", "4"));
        all.addAll(List.of(settings));
        return systems.start(all.toArray(String[]::new));
    }

    @Test
    void everyEventIsHandledOnce() throws Exception {
        Set<QueueElementIF> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger n = new AtomicInteger();
        StageIF stage = start().createStage("stage", new Handler(e -> {
            seen.add(e);
            n.incrementAndGet();
        }), null);
        Thread[] producers = new Thread[3];
        for (int p = 0; p < producers.length; p++) {
            int producer = p;
            producers[p] = new Thread(() -> {
                for (int i = 0; i < EVENTS; i++)
                    stage.getSink().enqueue_lossy(new Event(producer + " " + i));
            });
            producers[p].start();
        }
        Waits.until(() -> n.get() == producers.length * EVENTS);
        assertThat(seen).hasSize(producers.length * EVENTS);
    }

    private static final class Alone extends Handler implements SingleThreadedEventHandlerIF {
        Alone(Body body) {
            super(body);
        }
    }

    @Test
    void aSingleThreadedHandlerIsNeverEnteredTwiceAndKeepsTheOrder() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean within = new AtomicBoolean();
        AtomicBoolean twice = new AtomicBoolean();
        StageIF stage = start().createStage("stage", new Alone(e -> {
            if (!within.compareAndSet(false, true))
                twice.set(true);
            seen.add(((Event) e).name());
            within.set(false);
        }), null);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            sent.add("" + i);
            stage.getSink().enqueue(new Event("" + i));
        }
        Waits.until(() -> seen.size() == EVENTS);
        assertThat(seen).isEqualTo(sent);
        assertThat(twice).isFalse();
    }

    @Test
    void whateverAHandlerThrowsTheStageLivesOn() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger threw = new AtomicInteger();
        StageIF stage = start("global.threadPool.initialThreads", "1", "global.TPPTM.maxThreads", "1")
                .createStage("stage", new Handler(e -> {
                    switch (((Event) e).name()) {
                        case "checked" -> throw new UnknownEventException("on purpose", e);
                        case "unchecked" -> throw new IllegalStateException("on purpose");
                        case "error" -> throw new Error("on purpose");
                        case "overflow" -> throw new StackOverflowError("on purpose");
                        default -> seen.add(((Event) e).name());
                    }
                }) {
                    @Override
                    public void handleEvents(QueueElementIF[] elements)
                            throws seda.sandStorm.api.EventHandlerException {
                        try {
                            super.handleEvents(elements);
                        } finally {
                            threw.incrementAndGet();
                        }
                    }
                }, null);
        int calls = 0;
        for (String what : List.of("checked", "unchecked", "error", "overflow")) {
            stage.getSink().enqueue(new Event(what));
            int now = ++calls;
            Waits.until(() -> threw.get() >= now);
        }
        stage.getSink().enqueue(new Event("alive"));
        Waits.until(() -> !seen.isEmpty());
        assertThat(seen).containsExactly("alive");
    }

    @Test
    void aDestroyedStageHandlesNothingMore() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger destroyed = new AtomicInteger();
        ManagerIF manager = start();
        StageIF stage = manager.createStage("stage", new Handler(e -> handled.incrementAndGet()) {
            @Override
            public void destroy() {
                destroyed.incrementAndGet();
            }
        }, null);
        stage.getSink().enqueue(new Event("a"));
        Waits.until(() -> handled.get() == 1);
        manager.destroyStage("stage");
        assertThat(destroyed).hasValue(1);
        assertThat(stage.getSink().enqueue_lossy(new Event("b"))).isFalse();
        Waits.until(
                () -> Thread.getAllStackTraces().keySet().stream().noneMatch(t -> t.getName().startsWith("stage-")));
    }

    /** A handler may end its own stage, and create others. */
    @Test
    void stagesComeAndGoFromWithin() throws Exception {
        ManagerIF manager = start();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch handled = new CountDownLatch(1);
        SinkIF first = manager.createStage("first", new Handler(e -> {
            manager.createStage("second", new Handler(x -> handled.countDown()), null).getSink().enqueue(e);
            manager.destroyStage("first");
            ended.countDown();
        }), null).getSink();
        first.enqueue(new Event("a"));
        ended.await();
        handled.await();
        Waits.until(
                () -> Thread.getAllStackTraces().keySet().stream().noneMatch(t -> t.getName().startsWith("first-")));
    }
}
