// SPDX-License-Identifier: Apache-2.0
package whodunit.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import whodunit.agent.api.Whodunit;

/** What contexts cost in Java; the JVM runs with the agent (benchmarks/micro/run). */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ContextBenchmark {
    private int a;

    @Setup
    public void contexts() {
        int previous = Whodunit.begin("A");
        a = Whodunit.current();
        Whodunit.end(previous);
    }

    /** Two switches: there and back. */
    @Benchmark
    public int attachAndDetach() {
        int previous = Whodunit.attach(a);
        Whodunit.detach(previous);
        return previous;
    }

    /** What the servlet filter does for a request. */
    @Benchmark
    public int beginAndEnd() {
        int previous = Whodunit.begin("A");
        Whodunit.end(previous);
        return previous;
    }
}
