// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.internal.sandStormMgr;
import seda.sandStorm.main.SandstormConfig;
import whodunit.seda.Contexts;

/**
 * Elements a second through a stage: producers enqueue one by one, the stage's thread takes what is there and hands it
 * to a handler that counts. With the agent, producers work under a context and the handler runs under its stage's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class SedaThroughput {
    private static final int ELEMENTS = 4_000_000;
    /** Producers let the consumer catch up, so that it is not the garbage collector that is measured. */
    private static final int AHEAD = 100_000;
    private static final int LOOK_EVERY = 4096;

    private static final class Element implements QueueElementIF {}

    @Param({"FiniteQueue", "LinkedBlockingQueue"})
    private String queue;
    @Param({"1", "4"})
    private int producers;

    private final Consumer consumer = new Consumer(ELEMENTS);
    private final QueueElementIF element = new Element();
    private sandStormMgr manager;
    private Thread thread;
    private SinkIF sink;

    @Setup
    public void start() throws Exception {
        if (queue.equals("FiniteQueue")) {
            SandstormConfig config = new SandstormConfig();
            config.putBoolean("global.aSocket.enable", false);
            manager = new sandStormMgr(config);
            sink = manager.createStage("stage", consumer, null).getSink();
        } else {
            LinkedQueue linked = new LinkedQueue();
            sink = linked;
            thread = new Thread(() -> {
                for (QueueElementIF[] batch; (batch = linked.blocking_dequeue_all(-1)) != null;)
                    consumer.handleEvents(batch);
            });
            thread.start();
        }
    }

    @TearDown(Level.Trial)
    public void stop() {
        if (manager != null)
            manager.stop();
        else
            thread.interrupt();
    }

    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void elements() throws Exception {
        for (int p = 0; p < producers; p++)
            new Thread(this::produce).start();
        consumer.await();
    }

    private void produce() {
        Contexts.set(Contexts.ON ? whodunit.agent.api.Whodunit.stage(0, "producer") : 0);
        for (int i = 0; i < ELEMENTS / producers; i++) {
            if (i % LOOK_EVERY == 0)
                while (sink.size() > AHEAD)
                    Thread.yield();
            sink.enqueue_lossy(element);
        }
    }
}
