package whodunit.agent.boot;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;

/**
 * Lets contexts follow tasks from the thread that hands them over to the thread that runs them. The tasks themselves
 * stay as they are: queues, remove() and rejected-execution handlers see the application's own objects.
 *
 * <p>Called by woven JDK code, so it uses nothing that is woven itself. Without a transaction it costs a look at the
 * current context.
 */
public final class TaskCarrier {
    /** Returned by {@link #begin} when nothing was attached. */
    public static final int NOTHING = -1;

    private static final ConcurrentHashMap<Object, Integer> CONTEXTS = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();

    private TaskCarrier() {}

    /** A callable that runs under the current context; the given one if there is none. */
    public static <T> Callable<T> wrap(Callable<T> callable) {
        int context = callable == null ? 0 : ThreadContext.get();
        return context == 0 ? callable : new Carried<>(callable, context);
    }

    private static final class Carried<T> implements Callable<T> {
        private final Callable<T> callable;
        private final int context;

        Carried(Callable<T> callable, int context) {
            this.callable = callable;
            this.context = context;
        }

        @Override
        public T call() throws Exception {
            int previous = ThreadContext.set(context);
            try {
                return callable.call();
            } finally {
                ThreadContext.set(previous);
            }
        }

        @Override
        public String toString() {
            return callable.toString();
        }
    }

    /** Remembers the current context for the task. */
    public static void capture(Object task) {
        int context = ThreadContext.get();
        if (context == 0)
            return;
        for (Reference<?> dead; (dead = COLLECTED.poll()) != null; )
            CONTEXTS.remove(dead);
        CONTEXTS.put(new Key(task), context);
    }

    /** The same for a task that is run by a thread pool and is none of the kinds that carry their context themselves. */
    public static void captureRunnable(Runnable task) {
        if (!(task instanceof FutureTask) && !(task instanceof ForkJoinTask))
            capture(task);
    }

    /** Attaches the context that was remembered for the task; the result is for {@link #end}. */
    public static int begin(Object task) {
        if (task == null || CONTEXTS.isEmpty())
            return NOTHING;
        Integer context = CONTEXTS.remove(new Probe(task));
        return context == null ? NOTHING : ThreadContext.set(context);
    }

    public static void end(int previous) {
        if (previous != NOTHING)
            ThreadContext.set(previous);
    }

    /** A pool's worker has taken a task from its queue: what it ran before is over. */
    public static void workerTook(Runnable task) {
        if (begin(task) == NOTHING)
            workerIdle();
    }

    public static void workerIdle() {
        if (ThreadContext.get() != 0)
            ThreadContext.set(0);
    }

    /** Identity, weakly held. */
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object task) {
            super(task, COLLECTED);
            hash = System.identityHashCode(task);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object o) {
            return this == o;
        }
    }

    /** Finds a {@link Key} by its task. */
    private static final class Probe {
        private final Object task;

        Probe(Object task) {
            this.task = task;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(task);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).get() == task;
        }
    }
}
