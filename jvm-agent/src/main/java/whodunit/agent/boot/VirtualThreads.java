// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The virtual threads that have a context, so that the samples of the platform thread that runs one are that one's.
 *
 * <p>Called while a virtual thread is mounted and unmounted, when the compiler may take the one thread for the other:
 * so what is known of it is found by the thread that is named, not by a ThreadLocal.
 */
public final class VirtualThreads {
    private static final ConcurrentHashMap<Object, ThreadState> STATES = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> ENDED = new ReferenceQueue<>();

    private VirtualThreads() {}

    static void add(Thread thread, ThreadState state) {
        for (Reference<?> dead; (dead = ENDED.poll()) != null;)
            STATES.remove(dead);
        STATES.put(new Key(thread), state);
    }

    /** The calling platform thread is about to run the virtual thread. */
    public static void mounting(Thread thread) {
        ThreadState state = STATES.isEmpty() ? null : STATES.get(new Probe(thread));
        if (state != null)
            state.mount(ThreadContext.record());
    }

    /** The platform thread that has run the virtual thread runs it no longer. */
    public static void unmounting(Thread thread) {
        ThreadState state = STATES.isEmpty() ? null : STATES.get(new Probe(thread));
        if (state != null)
            state.unmount();
    }

    /** The virtual thread, which is the calling one, has done its work. */
    public static void ended(Thread thread) {
        ThreadState state = STATES.isEmpty() ? null : STATES.remove(new Probe(thread));
        if (state != null)
            state.unmount();
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Thread thread) {
            super(thread, ENDED);
            hash = System.identityHashCode(thread);
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

    /** Finds a {@link Key} by its thread. */
    private static final class Probe {
        private final Thread thread;

        Probe(Thread thread) {
            this.thread = thread;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key key && key.get() == thread;
        }
    }
}
