// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The agent's API as applications compile against it. In a JVM with the agent the class of this name on the boot class
 * path is found first, or, where a class loader asks its own jars first, is called from here. Without the agent there
 * are no transactions: every context is 0, and what is done costs nothing. See docs/java.md for what each is for.
 */
public final class Whodunit {
    private static final Class<?> AGENT = agent();
    private static final MethodHandle CURRENT = find("current", int.class);
    private static final MethodHandle RECORD = find("record", ByteBuffer.class);
    private static final MethodHandle STORE = find("store", void.class, ByteBuffer.class, int.class);
    private static final MethodHandle BEGIN = find("begin", int.class, String.class);
    private static final MethodHandle ATTACH = find("attach", int.class, int.class);
    private static final MethodHandle TYPE_NAME = find("typeName", String.class, String.class, String.class);
    private static final MethodHandle STAGE = find("stage", int.class, int.class, String.class);
    private static final MethodHandle WAITING = find("waiting", int.class, String.class);
    private static final MethodHandle COUNT = find("count", void.class, int.class, int.class);
    private static final MethodHandle TO_WIRE = find("toWire", String.class, int.class);
    private static final MethodHandle FROM_WIRE = find("fromWire", int.class, String.class);
    private static final MethodHandle TRUSTS_BAGGAGE = find("trustsBaggage", boolean.class);
    private static final ThreadLocal<ByteBuffer> NO_RECORD = ThreadLocal
            .withInitial(() -> ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()));

    private Whodunit() {}

    private static Class<?> agent() {
        try {
            return Class.forName("whodunit.agent.api.Whodunit", true, null);
        } catch (ClassNotFoundException | LinkageError | SecurityException e) {
            return null;
        }
    }

    /** Null without the agent, or with one that has no such method. */
    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
        try {
            return AGENT == null ? null
                    : MethodHandles.publicLookup().findStatic(AGENT, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** What the caller's own stack or thread has come to, such as StackOverflowError, is for the caller as it is. */
    private static IllegalStateException impossible(Throwable e) {
        if (e instanceof Error)
            throw (Error) e;
        return new IllegalStateException("the agent's API never throws", e);
    }

    /** The calling thread's context; 0 is none. */
    public static int current() {
        try {
            return CURRENT == null ? 0 : (int) CURRENT.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The calling thread's record, whose int at 0, in native order, is its context. Only for that thread. */
    public static ByteBuffer record() {
        try {
            return RECORD == null ? NO_RECORD.get() : (ByteBuffer) RECORD.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Makes the context that of the calling thread, whose {@link #record} this is. */
    public static void store(ByteBuffer record, int context) {
        try {
            if (STORE == null)
                record.putInt(0, context);
            else
                STORE.invokeExact(record, context);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Begins a transaction of the named type on this thread and counts one request; the result is for {@link #end}. */
    public static int begin(String type) {
        try {
            return BEGIN == null ? 0 : (int) BEGIN.invokeExact(type);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Ends what {@link #begin} began. */
    public static void end(int previous) {
        attach(previous);
    }

    /** The type for what {@code owner} calls {@code name}, where several parts of a program may use the name. */
    public static String typeName(String owner, String name) {
        try {
            return TYPE_NAME == null ? name : (String) TYPE_NAME.invokeExact(owner, name);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Makes a context that was taken elsewhere this thread's; the result is for {@link #detach}. */
    public static int attach(int context) {
        try {
            return ATTACH == null ? 0 : (int) ATTACH.invokeExact(context);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Makes the context that {@link #attach} returned current again. */
    public static void detach(int previous) {
        attach(previous);
    }

    /** The context of work that a SEDA stage takes up after it was enqueued under {@code context}. */
    public static int stage(int context, String name) {
        try {
            return STAGE == null ? 0 : (int) STAGE.invokeExact(context, name);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The context of a SEDA stage's thread that waits for work; what it waits is not crosstalk. */
    public static int waiting(String stage) {
        try {
            return WAITING == null ? 0 : (int) WAITING.invokeExact(stage);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Counts so many requests that a stage takes up under its context; see {@link #stage}. */
    public static void count(int context, int requests) {
        try {
            if (COUNT != null)
                COUNT.invokeExact(context, requests);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The context's wire form, for a message to another process; null for none. Counts one message sent. */
    public static String toWire(int context) {
        try {
            return TO_WIRE == null ? null : (String) TO_WIRE.invokeExact(context);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The context of work that arrived with this wire form; 0 if it is malformed. */
    public static int fromWire(String text) {
        try {
            return FROM_WIRE == null ? 0 : (int) FROM_WIRE.invokeExact(text);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Whether contexts that arrive in W3C baggage are taken over. */
    public static boolean trustsBaggage() {
        try {
            return TRUSTS_BAGGAGE != null && (boolean) TRUSTS_BAGGAGE.invokeExact();
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
