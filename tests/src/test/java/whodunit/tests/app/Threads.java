// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.Contexts.check;
import static whodunit.tests.app.Contexts.under;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: starts threads and timers in every way and says what ran under a WRONG context. */
public final class Threads {
    private static final int A = Contexts.of("A"), B = Contexts.of("B");
    private static final BlockingQueue<Integer> SEEN = new LinkedBlockingQueue<>();

    private Threads() {}

    public static void main(String[] args) throws Exception {
        started();
        if (Runtime.version().feature() >= 21)
            virtual();
        timers();
        workersOfPoolsInheritNothing();
        loopsAroundLists();
        waitsOfARequestsOwn();
        loopsThatSleep();
        System.out.println("all checked");
        System.exit(0);
    }

    /** Says under what context it runs. The queue is of numbers, so that nobody takes them for work. */
    private static void see() {
        int context = Whodunit.current();
        int previous = Whodunit.attach(0);
        SEEN.add(context);
        Whodunit.detach(previous);
    }

    private static final class Own extends Thread {
        @Override
        public void run() {
            see();
        }
    }

    private static void started() throws Exception {
        for (int i = 0; i < 50; i++)
            for (int context : new int[] {A, 0, B}) {
                under(context, () -> {
                    new Thread(Threads::see).start();
                    return null;
                });
                check("thread", context, SEEN.take());
                under(context, () -> {
                    new Own().start();
                    return null;
                });
                check("thread of a class of its own", context, SEEN.take());
            }
        Thread grandchild = new Thread(Threads::see);
        under(A, () -> {
            new Thread(grandchild::start).start();
            return null;
        });
        check("thread of a thread", A, SEEN.take());
    }

    private static void virtual() throws Exception {
        for (int i = 0; i < 50; i++)
            for (int context : new int[] {A, 0, B}) {
                under(context, () -> Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null,
                        (Runnable) Threads::see));
                check("virtual thread", context, SEEN.take());
            }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        ThreadFactory factory = (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory")
                .invoke(builder);
        Thread made = factory.newThread(Threads::see);
        under(B, () -> {
            made.start();
            return null;
        });
        check("virtual thread of a factory", B, SEEN.take());
    }

    private static TimerTask task() {
        return new TimerTask() {
            @Override
            public void run() {
                see();
            }
        };
    }

    private static void timers() throws Exception {
        Timer timer = under(A, () -> new Timer(true)); // its thread is nobody's
        timer.schedule(task(), 0);
        check("timer of a request, task of nobody", 0, SEEN.take());
        for (int i = 0; i < 20; i++)
            for (int context : new int[] {A, B, 0}) {
                under(context, () -> {
                    timer.schedule(task(), 1);
                    return null;
                });
                check("timer", context, SEEN.take());
            }
        TimerTask periodic = task();
        under(B, () -> {
            timer.schedule(periodic, 0, 1);
            return null;
        });
        for (int i = 0; i < 5; i++)
            check("periodic", B, SEEN.take());
        periodic.cancel();
        SEEN.clear();
        timer.schedule(task(), 5);
        for (int seen : List.of(SEEN.take()))
            check("after it", true, seen == 0 || seen == B);
        timer.cancel();
    }

    /** A request is the first to need them. */
    private static void workersOfPoolsInheritNothing() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        ThreadPoolExecutor cached = new ThreadPoolExecutor(0, 9, 1, TimeUnit.HOURS, new SynchronousQueue<>());
        ForkJoinPool forkJoin = new ForkJoinPool(1);
        for (int context : new int[] {A, 0, B, 0}) {
            under(context, () -> {
                pool.execute(Threads::see);
                return null;
            });
            check("pool", context, SEEN.take());
            under(context, () -> {
                cached.execute(Threads::see);
                return null;
            });
            check("cached pool", context, SEEN.take());
            under(context, () -> forkJoin.submit(Threads::see));
            check("fork-join pool", context, SEEN.take());
        }
    }

    /** Jobs, in a list of one's own making, for a thread that waits for them. */
    private interface Jobs {
        void add(int expected);

        int take() throws InterruptedException;
    }

    private static final class Monitored implements Jobs {
        private final Deque<Integer> list = new ArrayDeque<>();

        @Override
        public synchronized void add(int expected) {
            list.add(expected);
            notifyAll();
        }

        @Override
        public synchronized int take() throws InterruptedException {
            while (list.isEmpty())
                wait();
            return list.remove();
        }
    }

    private static final class Conditioned implements Jobs {
        private final Deque<Integer> list = new ArrayDeque<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition added = lock.newCondition();

        @Override
        public void add(int expected) {
            lock.lock();
            try {
                list.add(expected);
                added.signal();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int take() throws InterruptedException {
            lock.lock();
            try {
                while (list.isEmpty())
                    added.await();
                return list.remove();
            } finally {
                lock.unlock();
            }
        }
    }

    private static void put(Jobs jobs, int context, Thread waiter) throws Exception {
        while (waiter.getState() != Thread.State.WAITING)
            Thread.sleep(1);
        under(context, () -> {
            jobs.add(context);
            return null;
        });
    }

    /** A request starts them, and others wake them: they work for nobody who is known, not for that request. */
    private static void loopsAroundLists() throws Exception {
        for (Jobs jobs : List.of(new Monitored(), new Conditioned())) {
            Thread loop = new Thread(() -> {
                try {
                    for (;;) {
                        jobs.take();
                        see();
                    }
                } catch (InterruptedException over) { // the test has
                }
            });
            under(A, () -> {
                loop.start();
                return null;
            });
            for (int expected : new int[] {A, 0, Whodunit.stage(A, "below A"), A}) {
                put(jobs, expected, loop);
                check("its own request's, or nobody's", A, SEEN.take());
            }
            for (int i = 0; i < 20; i++)
                for (int expected : new int[] {B, A, 0}) {
                    put(jobs, expected, loop);
                    check("another one's in " + jobs.getClass().getSimpleName(), 0, SEEN.take());
                }
            loop.interrupt();
            loop.join();
        }
    }

    /** What it has taken itself, or an answer from a queue, does not end what a thread works for. */
    private static void waitsOfARequestsOwn() throws Exception {
        for (Jobs jobs : List.of(new Monitored(), new Conditioned())) {
            Thread waiter = new Thread(() -> {
                int previous = Whodunit.begin("of its own");
                int own = Whodunit.current();
                try {
                    jobs.take();
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
                check("a context of its own", own, Whodunit.current());
                Whodunit.end(previous);
                see();
            });
            waiter.start();
            put(jobs, B, waiter);
            check("after it", 0, SEEN.take());
        }
        BlockingQueue<Integer> answers = new ArrayBlockingQueue<>(1);
        Thread waiter = new Thread(() -> {
            try {
                answers.take();
            } catch (InterruptedException never) {
                throw new IllegalStateException(never);
            }
            see();
        });
        under(A, () -> {
            waiter.start();
            return null;
        });
        while (waiter.getState() != Thread.State.WAITING)
            Thread.sleep(1);
        under(B, () -> answers.add(1));
        check("an answer", A, SEEN.take());
    }

    /** A loop that looks after something from time to time is nobody's; what sleeps less is still its request's. */
    private static void loopsThatSleep() throws Exception {
        List<Executor> executors = new ArrayList<>(
                List.<Executor>of(task -> new Thread(task).start(), Executors.newCachedThreadPool()));
        if (Runtime.version().feature() >= 21)
            executors.add((Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        BlockingQueue<String> data = new LinkedBlockingQueue<>();
        BlockingQueue<String> over = new LinkedBlockingQueue<>();
        for (Executor executor : executors)
            under(A, () -> {
                executor.execute(() -> {
                    interrupted();
                    check("one that was woken from a long sleep", A, Whodunit.current());
                    sleeps(9_000);
                    check("one that has slept for some time", A, Whodunit.current());
                    sleeps(1_100);
                    check("one that sleeps again and again", 0, Whodunit.current());
                    data.remove();
                    check("what it finds need not be its work", 0, Whodunit.current());
                    data.remove();
                    check("a second time it is", B, Whodunit.current());
                    over.add("");
                });
                return null;
            });
        for (int i = 0; i < 2 * executors.size(); i++) {
            String datum = new String("datum");
            under(B, () -> data.add(datum));
        }
        for (int i = 0; i < executors.size(); i++)
            over.take();
    }

    private static void interrupted() {
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException wanted) { // it has not slept
        }
    }

    private static void sleeps(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
    }
}
