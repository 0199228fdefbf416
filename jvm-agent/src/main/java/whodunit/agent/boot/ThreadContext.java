// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The calling thread's context, in the native record that the sampler's signal handler reads
 * ({@code runtime/src/threads/thread.h}): a switch is a thread-local look-up and one store, without JNI.
 *
 * <p>A virtual thread has no native record of its own: it gets a detached one, which travels with it, and what it
 * holds is written to the record of the platform thread that runs it, as long as it does ({@link VirtualThreads}).
 */
public final class ThreadContext {
    /** Not BaseVirtualThread: where a JDK has no continuations a virtual thread is a platform thread. */
    private static final Class<?> VIRTUAL = jdkClass("java.lang.VirtualThread");

    private static final ThreadLocal<ThreadState> STATE = new ThreadLocal<>() {
        @Override
        protected ThreadState initialValue() {
            Thread thread = Thread.currentThread();
            if (VIRTUAL != null && VIRTUAL.isInstance(thread))
                return new ThreadState(ByteBuffer.allocate(ThreadState.RECORD_SIZE).order(ByteOrder.nativeOrder()),
                        true);
            return new ThreadState(Native.threadRecord().order(ByteOrder.nativeOrder()), false);
        }
    };

    private ThreadContext() {}

    static ThreadState state() {
        return STATE.get();
    }

    /** The calling thread's record: the context at 0, in native order. Only for the thread that asked for it. */
    public static ByteBuffer record() {
        return STATE.get().record;
    }

    /** Writes the context into a record that {@link #record} has given the calling thread. */
    public static void store(ByteBuffer record, int context) {
        if (record.isDirect())
            ThreadState.store(record, context);
        else // a virtual thread's: the platform thread's is to know, too
            STATE.get().set(context);
    }

    public static int get() {
        return STATE.get().context();
    }

    /**
     * Makes it the context of what the thread does itself: nothing replaces it but the thread.
     *
     * @return the context that was current
     */
    public static int set(int context) {
        return STATE.get().set(context);
    }

    /** A step of the calling thread's work begins. @return for {@link #stepEnds} */
    public static int stepBegins() {
        return STATE.get().stepBegins();
    }

    /** The step takes a request of this context, and is its until it ends. */
    public static void stepTakes(int context) {
        STATE.get().stepTakes(context);
    }

    public static void stepEnds(int outer) {
        STATE.get().stepEnds(outer);
    }

    /**
     * The calling thread's context with its call path appended, without the {@code skip} innermost frames besides
     * this.
     */
    public static int capture(int skip) {
        ThreadState state = STATE.get();
        return Native.capture(state.context(), skip + 1, state.isVirtual());
    }

    /** A class that not every JDK has, or null. */
    static Class<?> jdkClass(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
