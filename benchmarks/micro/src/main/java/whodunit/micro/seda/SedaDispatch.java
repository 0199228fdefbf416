// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.internal.sandStormMgr;
import seda.sandStorm.main.SandstormConfig;
import whodunit.seda.StageRunner;

/**
 * An element's whole way through a queue and a stage's dispatch, on one thread, so that nothing but code is measured:
 * run with and without the agent, the difference is what contexts cost an element.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsPrepend = {"-Djmh.executor=CUSTOM", "-Djmh.executor.class=whodunit.micro.seda.StageThreads"})
public class SedaDispatch {
    private static final int BATCH = 1000;

    private static final class Element implements QueueElementIF {}

    private final Consumer consumer = new Consumer(-1);
    private final QueueElementIF element = new Element();
    private FiniteQueue queue;
    private StageRunner runner;

    @Setup
    public void start() throws Exception {
        SandstormConfig config = new SandstormConfig();
        config.putBoolean("global.aSocket.enable", false);
        sandStormMgr manager = new sandStormMgr(config);
        StageIF stage = manager.createStage("stage", consumer, null);
        manager.getThreadManager().deregister(stage.getWrapper());
        queue = (FiniteQueue) stage.getSink();
        runner = new StageRunner(stage.getWrapper(), false);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void throughQueueAndStage() {
        for (int i = 0; i < BATCH; i++)
            queue.enqueue_lossy(element);
        StageRunner.beginBatch();
        runner.handle(queue.dequeue_all());
    }
}
