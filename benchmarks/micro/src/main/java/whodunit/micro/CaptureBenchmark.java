// SPDX-License-Identifier: Apache-2.0
package whodunit.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import whodunit.agent.boot.Native;

/** The call path of a message and its synopsis, at a depth; the frames below are JMH's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CaptureBenchmark {
    /** JMH's own frames between a thread's entry and the benchmark method. */
    private static final int BELOW = 13;

    @Param({"20", "60"})
    private int depth;

    @Benchmark
    public int capture() {
        return down(depth - BELOW);
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private int down(int more) {
        return more <= 0 ? Native.capture(0, 0, false) : down(more - 1) + 1;
    }
}
