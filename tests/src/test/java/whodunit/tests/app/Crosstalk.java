// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: transactions that hold locks of every kind and wait for them, each of a type of its
 * own, so that it can tell of every single wait who ended it and how long it took. Prints a line
 * "WAIT waiter holder nanoseconds" for each, "BRIEF …" where the lock was let go of so soon after it was asked for that
 * the thread need not have waited.
 *
 * <p>Arguments: platform or virtual, rounds per thread, kinds of lock.
 */
public final class Crosstalk {
    private static final int THREADS = 3;
    /** Between the clock read and the attempt to get the lock, and before a thread that spins goes to sleep. */
    private static final long SURELY_WAITED_NANOS = 100_000;
    private static final ConcurrentLinkedQueue<String> WAITS = new ConcurrentLinkedQueue<>();

    private Crosstalk() {}

    public static void main(String[] args) throws Exception {
        ThreadFactory factory = args[0].equals("virtual") ? virtual() : Thread::new;
        List<String> kinds = List.of(args).subList(2, args.length);
        run(factory, "warm-up.", 3, kinds); // what the JDK does once is no wait
        WAITS.clear();
        run(factory, "", Integer.parseInt(args[1]), kinds);
        WAITS.forEach(System.out::println);
        System.exit(0);
    }

    private static void run(ThreadFactory factory, String prefix, int rounds, List<String> kinds) throws Exception {
        List<Thread> threads = new ArrayList<>();
        Contended.locks().forEach((kind, lock) -> {
            AtomicInteger transactions = new AtomicInteger();
            for (int i = 0; i < THREADS && kinds.contains(kind); i++)
                threads.add(factory.newThread(() -> contend(prefix + kind, lock, transactions, rounds)));
        });
        Handover.kinds().forEach((kind, handover) -> {
            Thread taker = factory.newThread(() -> take(prefix + kind, handover, rounds));
            if (kinds.contains(kind))
                threads.addAll(List.of(taker, factory.newThread(() -> put(prefix + kind, handover, taker))));
        });
        if (kinds.contains("future"))
            threads.add(factory.newThread(() -> submit(prefix + "future", rounds)));
        if (kinds.contains("nothing") && prefix.isEmpty())
            threads.addAll(nothing(factory));
        threads.forEach(Thread::start);
        for (Thread t : threads)
            t.join();
    }

    private static ThreadFactory virtual() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    private static void pause(double atLeast, double atMost) {
        try {
            TimeUnit.NANOSECONDS.sleep((long) (1e6 * ThreadLocalRandom.current().nextDouble(atLeast, atMost)));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waited(String waiter, String holder, long nanos) {
        WAITS.add("WAIT " + waiter + " " + holder + " " + nanos);
    }

    private static void waitedBriefly(String waiter, String holder, long nanos) {
        WAITS.add("BRIEF " + waiter + " " + holder + " " + nanos);
    }

    /** Gets the lock again and again; whoever let go of it last is known to the lock. */
    private static void contend(String kind, Contended.Lock lock, AtomicInteger transactions, int rounds) {
        for (int i = 0; i < rounds; i++) {
            String self = kind + "." + transactions.incrementAndGet();
            int previous = Whodunit.begin(self);
            long before = System.nanoTime();
            lock.with(self, last -> {
                long waited = System.nanoTime() - before;
                if (last.ended() > before + SURELY_WAITED_NANOS)
                    waited(self, last.name(), waited);
                else if (last.ended() > before)
                    waitedBriefly(self, last.name(), waited);
                pause(1, 4);
            });
            Whodunit.end(previous);
            pause(0, 4);
        }
    }

    private static void take(String kind, Handover handover, int rounds) {
        for (int i = 0; i < rounds; i++) {
            String self = kind + ".take" + i;
            int previous = Whodunit.begin(self);
            long before = System.nanoTime();
            String holder = handover.take();
            waited(self, holder, System.nanoTime() - before);
            Whodunit.end(previous);
        }
    }

    /** As long as somebody takes, and only while it waits. */
    private static void put(String kind, Handover handover, Thread taker) {
        for (int i = 0; taker.getState() != Thread.State.TERMINATED; pause(1, 2)) {
            if (taker.getState() != Thread.State.WAITING)
                continue;
            String self = kind + ".put" + i++;
            int previous = Whodunit.begin(self);
            handover.put(self);
            Whodunit.end(previous);
        }
    }

    /** Waits for its own tasks. */
    private static void submit(String kind, int rounds) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < rounds; i++) {
            String self = kind + "." + i;
            int previous = Whodunit.begin(self);
            long before = System.nanoTime();
            try {
                pool.submit(() -> pause(2, 6)).get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
            waited(self, self, System.nanoTime() - before);
            Whodunit.end(previous);
        }
    }

    /** What must add nothing: idle workers, waits without a transaction, time-outs, wake-ups by nobody. */
    private static List<Thread> nothing(ThreadFactory factory) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            int previous = Whodunit.begin("nothing.submitter");
            pool.execute(() -> pause(1, 2));
            Whodunit.end(previous);
            pause(5, 6);
        }
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        return List.of(factory.newThread(() -> {
            int previous = Whodunit.begin("nothing.holder");
            lock.lock();
            held.countDown();
            pause(300, 301);
            lock.unlock();
            Whodunit.end(previous);
        }), factory.newThread(() -> {
            await(held);
            lock.lock(); // without a transaction
            lock.unlock();
        }), factory.newThread(() -> {
            await(held);
            int previous = Whodunit.begin("nothing.timeout");
            timeOut(lock);
            Whodunit.end(previous);
            previous = Whodunit.begin("nothing.spurious");
            for (int i = 0; i < 100; i++) {
                LockSupport.unpark(Thread.currentThread()); // the next park returns at once
                LockSupport.park(lock);
            }
            Whodunit.end(previous);
        }));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void timeOut(ReentrantLock lock) {
        try {
            if (lock.tryLock(20, TimeUnit.MILLISECONDS))
                throw new IllegalStateException("the holder is gone too early");
            LockSupport.parkNanos(lock, 10_000_000);
            LockSupport.parkUntil(lock, System.currentTimeMillis() + 10);
            Object monitor = new Object();
            synchronized (monitor) {
                monitor.wait(10);
            }
            ReentrantLock free = new ReentrantLock();
            free.lock();
            free.newCondition().await(10, TimeUnit.MILLISECONDS);
            free.unlock();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
