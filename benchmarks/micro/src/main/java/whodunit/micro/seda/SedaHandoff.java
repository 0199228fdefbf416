// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.QueueIF;
import seda.sandStorm.core.FiniteQueue;
import whodunit.seda.StageThread;

/** From one sleeping thread to the other and back: two hand-offs, each of which wakes somebody. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(5)
public class SedaHandoff {
    private static final class Element implements QueueElementIF {}

    @Param({"FiniteQueue", "LinkedBlockingQueue"})
    private String queue;

    private final QueueElementIF element = new Element();
    private QueueIF there;
    private QueueIF back;
    private Thread echo;

    @Setup
    public void start() {
        boolean finite = queue.equals("FiniteQueue");
        there = finite ? new FiniteQueue() : new LinkedQueue();
        back = finite ? new FiniteQueue() : new LinkedQueue();
        echo = new StageThread(() -> {
            for (QueueElementIF[] e; (e = there.blocking_dequeue_all(-1)) != null;)
                back.enqueue_lossy(e[0]);
        }, "echo");
        echo.start();
    }

    @TearDown
    public void stop() {
        echo.interrupt();
    }

    @Benchmark
    public QueueElementIF[] thereAndBack() {
        there.enqueue_lossy(element);
        return back.blocking_dequeue_all(-1);
    }
}
