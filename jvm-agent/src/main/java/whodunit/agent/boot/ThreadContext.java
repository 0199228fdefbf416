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

    private static final ThreadLocal<ByteBuffer> RECORD = new ThreadLocal<>() {
        @Override
        protected ByteBuffer initialValue() {
            if (VIRTUAL != null && VIRTUAL.isInstance(Thread.currentThread()))
                return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder());
            return Native.threadRecord().order(ByteOrder.nativeOrder());
        }
    };

    private ThreadContext() {}

    /** The calling thread's record: the context at 0, in native order. Only for the thread that asked for it. */
    public static ByteBuffer record() {
        return RECORD.get();
    }

    public static int get() {
        return RECORD.get().getInt(0);
    }

    /** @return the context that was current */
    public static int set(int context) {
        ByteBuffer record = RECORD.get();
        int previous = record.getInt(0);
        record.putInt(0, context);
        return previous;
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
