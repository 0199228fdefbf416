// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.StageIF;
import whodunit.seda.stage.Event;
import whodunit.seda.stage.Handler;
import whodunit.seda.stage.Systems;
import whodunit.seda.stage.Waits;

/** How many threads a stage has. */
class ThreadPoolTest {
    @RegisterExtension
    final Systems systems = new Systems();

    private static int threads(String stage) {
        return (int) Thread.getAllStackTraces().keySet().stream().filter(t -> t.getName().startsWith(stage + "-"))
                .count();
    }

    @Test
    void aPoolBeginsAsConfigured() throws Exception {
        ManagerIF manager = systems.start("global.threadPool.initialThreads", "3",
                "stages.own.threadPool.initialThreads", "5");
        manager.createStage("global", new Handler(e -> {}), null);
        manager.createStage("own", new Handler(e -> {}), null);
        assertThat(threads("global")).isEqualTo(3);
        assertThat(threads("own")).isEqualTo(5);
    }

    @Test
    void theControllerAddsThreadsToALongQueueAndIdleOnesEnd() throws Exception {
        ManagerIF manager = systems.start("global.threadPool.maxThreads", "3", "global.threadPool.blockTime", "10",
                "global.threadPool.sizeController.enable", "true", "global.threadPool.sizeController.delay", "5",
                "global.threadPool.sizeController.threshold", "10",
                "global.threadPool.sizeController.idleTimeThreshold", "50", "global.maxBatch", "1");
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        StageIF stage = manager.createStage("busy", new Handler(e -> {
            gate.await();
            handled.incrementAndGet();
        }), null);
        for (int i = 0; i < 100; i++)
            stage.getSink().enqueue(new Event("e"));
        Waits.until(() -> threads("busy") == 3);
        gate.countDown();
        Waits.until(() -> handled.get() == 100 && threads("busy") == 1);
    }

    /** The controller's own look, on a stage whose counts the test makes. */
    @Test
    void aThreadThatHasMadeTheStageSlowerWasTheLast() throws Exception {
        ManagerIF manager = systems.start("global.threadPool.sizeController.autoMaxDetect", "true");
        StageIF stage = manager.createStage("S", new Handler(e -> {}), null);
        CountDownLatch gate = new CountDownLatch(1);
        ThreadPool pool = new ThreadPool(stage.getWrapper(), manager, () -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ThreadPoolController controller = new ThreadPoolController(manager, 3_600_000, 10);
        controller.register(stage.getWrapper(), pool, () -> 50);
        pool.start();
        int[] handled = {1000, 2000, 1000, 2000};
        int[] expected = {2, 3, 3, 3};
        for (int i = 0; i < handled.length; i++) {
            stage.getWrapper().getStats().recordServiceRate(handled[i], 1);
            controller.look();
            assertThat(pool.profileSize()).as("look %d", i).isEqualTo(expected[i]);
        }
        gate.countDown();
        pool.stop();
        assertThat(pool.profileSize()).isZero();
    }
}
