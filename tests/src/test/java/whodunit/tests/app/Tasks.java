// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.Contexts.check;
import static whodunit.tests.app.Contexts.under;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: hands work over in every way and says where it ran under a WRONG context. */
public final class Tasks {
    private static final int A = Contexts.of("A"), B = Contexts.of("B");

    private Tasks() {}

    public static void main(String[] args) throws Exception {
        pools();
        sharedRunnable();
        rejection();
        scheduled();
        priorities();
        forkJoin();
        completableFutures();
        if (Runtime.version().feature() >= 21)
            threadPerTask();
        if (Runtime.version().feature() >= 25)
            structuredScope();
        System.out.println("all checked");
        System.exit(0);
    }

    private static ThreadPoolExecutor one(BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, queue);
    }

    /** Occupies the pool's only thread until the latch opens. */
    private static CountDownLatch occupy(ThreadPoolExecutor pool) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1), gate = new CountDownLatch(1);
        class Occupant implements Runnable, Comparable<Runnable> {
            @Override
            public void run() {
                running.countDown();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public int compareTo(Runnable other) {
                return 0;
            }
        }
        pool.execute(new Occupant());
        running.await();
        return gate;
    }

    private static void pools() throws Exception {
        ThreadPoolExecutor pool = one(new LinkedBlockingQueue<>());
        check("submit", A, under(A, () -> pool.submit(Whodunit::current)).get());
        check("submit without context", 0, pool.submit(Whodunit::current).get());
        under(A, () -> {
            pool.execute(() -> {
                throw new IllegalStateException("on purpose");
            });
            return null;
        });
        check("after an exception", 0, pool.submit(Whodunit::current).get());
        FutureTask<Integer> own = under(B, () -> new FutureTask<>(Whodunit::current));
        new Thread(own).start();
        check("FutureTask on a thread", B, own.get());
        ExecutorCompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        under(A, () -> completion.submit(Whodunit::current));
        check("completion service", A, completion.take().get());
    }

    /** One object is handed over many times before it first runs. */
    private static void sharedRunnable() throws Exception {
        ThreadPoolExecutor pool = one(new LinkedBlockingQueue<>());
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Runnable shared = () -> seen.add(Whodunit.current());
        CountDownLatch gate = occupy(pool);
        List<Integer> order = List.of(A, B, 0, B, A, A, 0, B, A, B, 0, A);
        for (int context : order)
            under(context, () -> {
                pool.execute(shared);
                return null;
            });
        check("queue's content", shared, pool.getQueue().peek());
        gate.countDown();
        pool.submit(() -> null).get();
        check("shared runnable", order, seen);
        removed(pool, shared, seen);
        CountDownLatch never = occupy(pool);
        under(A, () -> {
            pool.execute(shared);
            return null;
        });
        check("shutdownNow", List.of(shared), pool.shutdownNow());
        never.countDown();
    }

    /** Each time it is handed over it is taken back, but for the last time. */
    private static void removed(ThreadPoolExecutor pool, Runnable shared, List<Integer> seen) throws Exception {
        seen.clear();
        CountDownLatch gate = occupy(pool);
        for (int context : List.of(A, B, A, B)) {
            pool.remove(shared);
            under(context, () -> {
                pool.execute(shared);
                return null;
            });
        }
        gate.countDown();
        pool.submit(() -> null).get();
        check("removed and handed over again", List.of(B), seen);
    }

    private static void rejection() throws Exception {
        ThreadPoolExecutor pool = one(new LinkedBlockingQueue<>(1));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Runnable shared = () -> seen.add(Whodunit.current());
        CountDownLatch gate = occupy(pool);
        pool.execute(() -> {}); // fills the queue
        under(A, () -> {
            pool.execute(shared);
            return null;
        });
        gate.countDown();
        pool.submit(() -> null).get();
        pool.execute(shared);
        pool.shutdown(); // not a task behind it: that might be run by its caller, and before it
        pool.awaitTermination(1, TimeUnit.MINUTES);
        check("rejected, then handed over without context", List.of(A, 0), seen);
    }

    private static void scheduled() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        check("schedule", B, under(B, () -> pool.schedule(Whodunit::current, 1, TimeUnit.MILLISECONDS)).get());
        BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        ScheduledFuture<?> periodic = under(A,
                () -> pool.scheduleAtFixedRate(() -> seen.add(Whodunit.current()), 0, 1, TimeUnit.MILLISECONDS));
        for (int i = 0; i < 5; i++)
            check("periodic", A, seen.take());
        check("whoever takes what a task has put works on it", A, Whodunit.attach(0));
        periodic.cancel(false);
    }

    private static void priorities() throws Exception {
        record Job(int priority, List<Integer> seen) implements Runnable, Comparable<Runnable> {
            @Override
            public void run() {
                seen.add(Whodunit.current());
            }

            @Override
            public int compareTo(Runnable other) {
                return other instanceof Job job ? Integer.compare(priority, job.priority) : 0;
            }
        }
        ThreadPoolExecutor pool = one(new PriorityBlockingQueue<>());
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch gate = occupy(pool);
        Job removed = new Job(3, seen);
        under(A, () -> {
            pool.execute(new Job(2, seen));
            pool.execute(removed);
            return null;
        });
        under(B, () -> {
            pool.execute(new Job(1, seen));
            return null;
        });
        check("remove", true, pool.remove(removed));
        gate.countDown();
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        check("priority queue", List.of(B, A), seen);
    }

    private static final class Recursive extends RecursiveTask<Integer> {
        private final int depth;

        Recursive(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            int own = Whodunit.current();
            if (depth == 0)
                return own;
            Recursive left = new Recursive(depth - 1);
            left.fork();
            return new Recursive(depth - 1).compute() == own && left.join() == own ? own : -1;
        }
    }

    private static void forkJoin() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        check("recursive", A, under(A, () -> pool.invoke(new Recursive(8))));
        check("fork-join submit", B, under(B, () -> pool.submit((Callable<Integer>) Whodunit::current)).get());
        check("fork-join without context", 0, pool.submit((Callable<Integer>) Whodunit::current).get());
        check("parallel stream", Set.of(A), under(A, () -> IntStream.range(0, 10_000).parallel()
                .mapToObj(i -> Whodunit.current()).collect(Collectors.toSet())));
    }

    private static void completableFutures() throws Exception {
        ThreadPoolExecutor pool = one(new LinkedBlockingQueue<>());
        check("supplyAsync", A, under(A, () -> CompletableFuture.supplyAsync(Whodunit::current)).get());
        check("supplyAsync in a pool", A, under(A, () -> CompletableFuture.supplyAsync(Whodunit::current, pool)).get());
        check("delayed", A, under(A, () -> CompletableFuture.supplyAsync(Whodunit::current,
                CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS))).get());
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> sync = under(A, () -> source.thenApply(x -> Whodunit.current()));
        CompletableFuture<Integer> async = under(B, () -> source.thenApplyAsync(x -> Whodunit.current()));
        CompletableFuture<Integer> pooled = under(B, () -> source.thenApplyAsync(x -> Whodunit.current(), pool));
        CompletableFuture<Integer> own = under(B,
                () -> source.thenApplyAsync(x -> Whodunit.current(), r -> new Thread(r).start()));
        CompletableFuture<Integer> combined = under(A, () -> source.thenCombine(async, (x, y) -> Whodunit.current()));
        CompletableFuture<Integer> composed = under(B,
                () -> source.thenCompose(x -> CompletableFuture.completedFuture(Whodunit.current())));
        Thread completer = new Thread(() -> {
            Whodunit.attach(B);
            source.complete(1);
            check("completing thread", B, Whodunit.current());
        });
        completer.start();
        completer.join();
        check("stage", A, sync.get());
        check("asynchronous stage", B, async.get());
        check("asynchronous stage in a pool", B, pooled.get());
        check("asynchronous stage in an executor of its own", B, own.get());
        check("combined", A, combined.get());
        check("composed", B, composed.get());
    }

    private static void threadPerTask() throws Exception {
        ExecutorService threads = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor")
                .invoke(null);
        check("virtual submit", A, under(A, () -> threads.submit(() -> {
            Thread.sleep(5);
            return Whodunit.current();
        })).get());
        CompletableFuture<Integer> seen = new CompletableFuture<>();
        under(B, () -> {
            threads.execute(() -> seen.complete(Whodunit.current()));
            return null;
        });
        check("virtual execute", B, seen.get());
        check("virtual without context", 0, threads.submit(Whodunit::current).get());
    }

    /** A preview, so by reflection. Two levels: a task forks another. */
    private static void structuredScope() throws Exception {
        Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
        check("scope", A, under(A, () -> forkAndJoin(type, Whodunit::current)));
        check("scope in a scope", B, under(B, () -> forkAndJoin(type, () -> forkAndJoin(type, Whodunit::current))));
        check("scope without context", 0, forkAndJoin(type, Whodunit::current));
    }

    private static Object forkAndJoin(Class<?> type, Callable<?> work) throws Exception {
        try (AutoCloseable scope = (AutoCloseable) type.getMethod("open").invoke(null)) {
            Object task = type.getMethod("fork", Callable.class).invoke(scope, work);
            type.getMethod("join").invoke(scope);
            return ((Supplier<?>) task).get();
        }
    }
}
