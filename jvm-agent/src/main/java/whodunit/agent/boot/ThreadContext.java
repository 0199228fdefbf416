package whodunit.agent.boot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The calling thread's context, in the native record that the sampler's signal handler reads
 * ({@code runtime/src/thread.h}): a switch is a thread-local look-up and one store, without JNI.
 *
 * <p>A virtual thread has no native record of its own and must not write to its carrier's: it gets a detached one, so
 * that contexts travel with it and its messages, but its CPU samples stay without label.
 */
public final class ThreadContext {
    private static final Class<?> VIRTUAL = jdkClass("java.lang.BaseVirtualThread");

    private static final ThreadLocal<ThreadState> STATE = new ThreadLocal<>() {
        @Override
        protected ThreadState initialValue() {
            if (VIRTUAL != null && VIRTUAL.isInstance(Thread.currentThread()))
                return new ThreadState(ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()));
            return new ThreadState(Native.threadRecord().order(ByteOrder.nativeOrder()));
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

    /** A class that not every JDK has, or null. */
    static Class<?> jdkClass(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
