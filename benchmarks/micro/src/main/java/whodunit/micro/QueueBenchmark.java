// SPDX-License-Identifier: Apache-2.0
package whodunit.micro;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
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
import org.openjdk.jmh.annotations.Warmup;
import whodunit.agent.api.Whodunit;

/**
 * One element put into a queue and taken out again. Without agent (which makes {@code context=none} the only possible
 * case), with the agent but no context anywhere, and under a context.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class QueueBenchmark {
    @Param({"LinkedBlockingQueue", "ArrayBlockingQueue", "ConcurrentLinkedQueue"})
    public String kind;

    @Param({"none", "own"})
    public String context;

    private Queue<Runnable> queue;

    @Setup
    public void prepare() {
        queue = switch (kind) {
            case "LinkedBlockingQueue" -> new LinkedBlockingQueue<>();
            case "ArrayBlockingQueue" -> new ArrayBlockingQueue<>(16);
            default -> new ConcurrentLinkedQueue<>();
        };
        if (context.equals("own"))
            Whodunit.begin("A");
    }

    @Benchmark
    public Object offerAndPoll() {
        queue.offer(new Job());
        return queue.poll();
    }

    private static final class Job implements Runnable {
        @Override
        public void run() {}
    }
}
