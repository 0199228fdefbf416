// SPDX-License-Identifier: Apache-2.0
package whodunit.handoffs;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The JDK's ways of handing work over, on platform threads or, where there is a choice, virtual ones. */
final class HandOvers {
    /** Of which there are as many statements as are asked for: a loop that a request starts serves all later ones. */
    static final List<String> LOOPS = List.of("loop, jobs", "loop, data");

    private final ThreadFactory threads;
    private final Map<String, HandOver> kinds = new LinkedHashMap<>();

    private HandOvers(boolean virtual) throws ReflectiveOperationException {
        threads = virtual ? virtualThreads() : Executors.defaultThreadFactory();
    }

    /** By name. Most begin to run with the first piece of work, as a request's. */
    static Map<String, HandOver> all(boolean virtual) throws ReflectiveOperationException {
        HandOvers all = new HandOvers(virtual);
        all.executors();
        all.others();
        all.queues();
        return all.kinds;
    }

    private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
        return (ThreadFactory) factory.invoke(builder);
    }

    private void executors() {
        ExecutorService started = Executors.newCachedThreadPool(threads);
        BlockingQueue<Runnable> jobs = new LinkedBlockingQueue<>();
        kinds.put(LOOPS.get(0), new StartedByFirst(() -> started.execute(() -> serve(jobs::take)), jobs::put));
        BlockingQueue<Datum> data = new LinkedBlockingQueue<>();
        kinds.put(LOOPS.get(1), new StartedByFirst(() -> started.execute(() -> serve(() -> data.take().work)),
                work -> data.put(new Datum(work, 0))));
        ExecutorService pool = Executors.newFixedThreadPool(3, threads);
        kinds.put("execute", pool::execute);
        kinds.put("submit", pool::submit);
        kinds.put("invokeAll", work -> pool.invokeAll(List.of(Executors.callable(work))));
        kinds.put("completion service", work -> new ExecutorCompletionService<>(pool).submit(work, null).get());
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2, threads);
        kinds.put("schedule", work -> scheduled.schedule(work, 1, TimeUnit.MILLISECONDS));
        ForkJoinPool forkJoin = new ForkJoinPool(2);
        kinds.put("ForkJoinPool", forkJoin::submit);
        kinds.put("runAsync", CompletableFuture::runAsync);
        kinds.put("thenRunAsync", work -> CompletableFuture.runAsync(() -> {}, pool).thenRunAsync(work, pool));
        kinds.put("thenRun", work -> {
            CompletableFuture<Void> source = new CompletableFuture<>();
            source.thenRun(work);
            pool.execute(() -> source.complete(null));
        });
    }

    private void others() {
        kinds.put("Thread.start", work -> threads.newThread(work).start());
        Timer timer = new Timer(true);
        kinds.put("Timer", work -> timer.schedule(new TimerTask() {
            @Override
            public void run() {
                work.run();
            }
        }, 1));
        Exchanger<Datum> exchanger = new Exchanger<>();
        kinds.put("Exchanger", new StartedByFirst(
                () -> threads.newThread(() -> serve(() -> exchanger.exchange(null).work)).start(),
                work -> exchanger.exchange(new Datum(work, 0))));
    }

    private void queues() {
        blocking("LinkedBlockingQueue", new LinkedBlockingQueue<>(4));
        blocking("ArrayBlockingQueue", new ArrayBlockingQueue<>(4));
        blocking("PriorityBlockingQueue", new PriorityBlockingQueue<>(8, Comparator.comparing(d -> d.number)));
        blocking("DelayQueue", new DelayQueue<>());
        blocking("LinkedBlockingDeque", new LinkedBlockingDeque<>(4));
        blocking("LinkedTransferQueue", new LinkedTransferQueue<>());
        blocking("SynchronousQueue", new SynchronousQueue<>());
        polled("ConcurrentLinkedQueue", new ConcurrentLinkedQueue<>());
        polled("ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>());
    }

    private void blocking(String name, BlockingQueue<Datum> queue) {
        int[] number = {0};
        kinds.put(name, new StartedByFirst(() -> threads.newThread(() -> serve(() -> queue.take().work)).start(),
                work -> queue.put(new Datum(work, number[0]++))));
    }

    private void polled(String name, Queue<Datum> queue) {
        kinds.put(name, new StartedByFirst(() -> threads.newThread(() -> serve(() -> {
            for (Datum datum;;)
                if ((datum = queue.poll()) != null)
                    return datum.work;
                else
                    LockSupport.parkNanos(50_000);
        })).start(), work -> queue.add(new Datum(work, 0))));
    }

    private static void serve(Callable<Runnable> next) {
        try {
            while (true)
                next.call().run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is put into a queue, of which the JDK cannot know that it is work. */
    private static final class Datum implements Delayed {
        final Runnable work;
        final int number;

        Datum(Runnable work, int number) {
            this.work = work;
            this.number = number;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return Integer.compare(number, ((Datum) other).number);
        }
    }

    /** Whoever gives the first piece of work starts who serves all of them. */
    private static final class StartedByFirst implements HandOver {
        private final HandOver queue;
        private Runnable start;

        StartedByFirst(Runnable start, HandOver queue) {
            this.start = start;
            this.queue = queue;
        }

        @Override
        public void give(Runnable work) throws Exception {
            if (start != null)
                start.run();
            start = null;
            queue.give(work);
        }
    }
}
