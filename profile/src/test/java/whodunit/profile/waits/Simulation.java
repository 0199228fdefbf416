// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

/**
 * Programs of known behaviour on a machine with a processor for each thread, in simulated time: it knows exactly who
 * waits for whom. One of its threads runs at a time.
 */
final class Simulation {
    interface Program {
        void run(Task self);
    }

    private static final class Over extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private record Event(long time, long order, Runnable action) {}

    final WaitFileBuilder file = new WaitFileBuilder();
    /** How often a program said that it had done a piece of work. */
    final Map<String, Integer> done = new HashMap<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            (a, b) -> a.time != b.time ? Long.compare(a.time, b.time) : Long.compare(a.order, b.order));
    private final List<Task> tasks = new ArrayList<>();
    private final Semaphore stopped = new Semaphore(0);
    private long now;
    private long order;
    private boolean over;

    /** A thread of the simulated program. */
    final class Task {
        final int id;
        final String name;
        int context;
        private int begun, lastBegun;
        private final Semaphore go = new Semaphore(0);
        private long blocked, woken, running;
        private WaitKind kind;
        private Waker waker;
        private Task by;
        private int byContext;

        private Task(String name, Program program) {
            this.name = name;
            id = tasks.size() + 1;
            tasks.add(this);
            file.thread(id, 1000 + id, 1000, name);
            Thread thread = new Thread(() -> {
                go.acquireUninterruptibly();
                try {
                    if (!over)
                        program.run(this);
                } catch (Over e) {
                    // the simulation has ended
                } finally {
                    stopped.release();
                }
            });
            thread.setDaemon(true);
            thread.start();
            at(0, this::resume);
        }

        private void resume() {
            go.release();
            stopped.acquireUninterruptibly();
        }

        private void pause() {
            stopped.release();
            go.acquireUninterruptibly();
            if (over)
                throw new Over();
        }

        void run(long nanos) {
            at(now + nanos, this::resume);
            pause();
        }

        void sleep(long nanos) {
            at(now + nanos, () -> wake(Waker.TIMER, null));
            block(WaitKind.SLEEP);
        }

        private void block(WaitKind on) {
            blocked = now;
            kind = on;
            pause();
            file.add(new WaitFileBuilder.Interval(id, blocked, woken, now, blocked - running, kind, waker,
                    by == null ? 0 : by.id, context, begun, lastBegun, byContext, 0, 0));
            begun = 0;
            running = now;
        }

        private void wake(Waker who, Task thread) {
            woken = now;
            waker = who;
            by = thread;
            byContext = thread == null ? 0 : thread.context;
            at(now, this::resume);
        }

        /** It begins to work for a request. */
        void begin(int request) {
            context = lastBegun = request;
            begun++;
        }

        void work() {
            done.merge(name, 1, Integer::sum);
        }
    }

    /** A mutex, handed over in the order of arrival. */
    final class Lock {
        private Task owner;
        private final Deque<Task> waiting = new ArrayDeque<>();

        void lock(Task t) {
            if (owner == null) {
                owner = t;
                return;
            }
            waiting.add(t);
            t.block(WaitKind.FUTEX);
        }

        void unlock(Task t) {
            owner = waiting.poll();
            if (owner != null)
                owner.wake(Waker.THREAD, t);
        }
    }

    /** A queue of items that has room for so many. */
    final class Queue {
        private final int room;
        private int items;
        private final Deque<Task> takers = new ArrayDeque<>(), givers = new ArrayDeque<>();

        Queue(int room) {
            this.room = room;
        }

        void put(Task t) {
            while (items == room) {
                givers.add(t);
                t.block(WaitKind.FUTEX);
            }
            items++;
            if (!takers.isEmpty())
                takers.poll().wake(Waker.THREAD, t);
        }

        void take(Task t) {
            while (items == 0) {
                takers.add(t);
                t.block(WaitKind.FUTEX);
            }
            items--;
            if (!givers.isEmpty())
                givers.poll().wake(Waker.THREAD, t);
        }
    }

    /** A disk or a network: serves one request at a time. */
    final class Device {
        private final Waker waker;
        private long busyUntil;

        Device(Waker waker) {
            this.waker = waker;
        }

        void serve(Task t, long nanos) {
            busyUntil = Math.max(now, busyUntil) + nanos;
            at(busyUntil, () -> t.wake(waker, null));
            t.block(waker == Waker.DISK ? WaitKind.DISK : WaitKind.SOCKET);
        }
    }

    Task thread(String name, Program program) {
        return new Task(name, program);
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, order++, action));
    }

    /** Runs until that time. */
    Simulation run(long nanos) {
        while (!events.isEmpty() && events.peek().time <= nanos) {
            Event e = events.poll();
            now = e.time;
            e.action.run();
        }
        over = true;
        tasks.forEach(t -> t.go.release());
        return this;
    }
}
