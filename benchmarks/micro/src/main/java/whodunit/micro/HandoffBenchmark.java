package whodunit.micro;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.Control;
import whodunit.agent.api.Whodunit;

/**
 * Two threads, each with a transaction, want one lock more than it is there: most of what an operation takes is handing
 * it over. Paired with and without crosstalk by benchmarks/micro/handoff.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Threads(2)
public class HandoffBenchmark {
    /** About ten microseconds: longer than anybody spins. */
    private static final long WORK = 5_000;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Object monitor = new Object();
    private Transaction last;

    /** A thread's transaction, begun anew: an iteration is a task of JMH's executor, and carries the context of who submits it. */
    @State(Scope.Thread)
    public static class Transaction {
        @Setup(Level.Iteration)
        public void begin() {
            Whodunit.begin(Thread.currentThread().getName());
        }
    }

    @Benchmark
    public void reentrantLock(Transaction transaction) {
        lock.lock();
        try {
            Blackhole.consumeCPU(WORK);
        } finally {
            lock.unlock();
        }
    }

    @Benchmark
    public void monitor(Transaction transaction) {
        synchronized (monitor) {
            Blackhole.consumeCPU(WORK);
        }
        Blackhole.consumeCPU(WORK);
    }

    /** Each waits for the other's turn to end. */
    @Benchmark
    public void objectWait(Transaction transaction, Control control) throws InterruptedException {
        synchronized (monitor) {
            while (last == transaction && !control.stopMeasurement)
                monitor.wait(100);
            last = transaction;
            monitor.notify();
        }
    }

    /** As reentrantLock, but the threads have no transaction: what workers of pools do for each other. */
    @Benchmark
    public void idle() {
        lock.lock();
        try {
            Blackhole.consumeCPU(WORK);
        } finally {
            lock.unlock();
        }
    }

    /** Nobody else wants it. */
    @Benchmark
    @Threads(1)
    public void uncontended(Transaction transaction) {
        lock.lock();
        lock.unlock();
    }
}
