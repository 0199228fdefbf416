// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.api;

import java.nio.ByteBuffer;
import whodunit.agent.boot.Native;
import whodunit.agent.boot.OwnWire;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.Types;
import whodunit.agent.boot.Upstream;

/**
 * Transaction contexts for code that wants to name its own work: whodunit.h in Java. A context is a plain number;
 * 0 is "no transaction". Every method may be called from any thread, never throws and never blocks; switching
 * contexts allocates nothing. The class exists only in a JVM that runs with the agent.
 */
public final class Whodunit {
    private Whodunit() {}

    /** The calling thread's context. */
    public static int current() {
        return ThreadContext.get();
    }

    /**
     * The calling thread's record, whose int at 0, in native order, is what {@link #current} returns and
     * {@link #attach} writes: for threads of our own kind that keep it, and so do without the thread-local look-up.
     * Nobody but the thread that asked for it may use it.
     */
    public static ByteBuffer record() {
        return ThreadContext.record();
    }

    /** Makes the context that of the calling thread, whose {@link #record} this is. */
    public static void store(ByteBuffer record, int context) {
        ThreadContext.store(record, context);
    }

    /**
     * Begins a transaction of the named type on this thread and counts one request. Its parent is the current
     * context if that came from another process; if there is none, what came beside the request that this thread has
     * received last and not answered yet; else the root. A type of null is that of the empty name.
     *
     * @return what to give to {@link #end}
     */
    public static int begin(String type) {
        int current = ThreadContext.get();
        int context = Types.context(current != 0 ? current : Upstream.ofMessage(), type == null ? "" : type);
        Native.count(context, Native.BEGUN, 1);
        return ThreadContext.set(context);
    }

    /** Ends what {@link #begin} began. */
    public static void end(int previous) {
        ThreadContext.set(previous);
    }

    /**
     * The transaction type for what {@code owner} calls {@code name}: the name itself for the owner in this JVM that
     * asked for it first, "name (owner)" for all others. For names that several parts of a program use, of which each
     * may hold a copy of the code that asks, as web applications do of the servlet filter. It allocates, so callers
     * keep what they learn.
     */
    public static String typeName(String owner, String name) {
        return Types.name(owner == null ? "" : owner, name == null ? "" : name);
    }

    /** Makes a captured context this thread's. Returns what to give to {@link #detach}. */
    public static int attach(int context) {
        return ThreadContext.set(context);
    }

    /** Makes the context that {@link #attach} returned current again. */
    public static void detach(int previous) {
        ThreadContext.set(previous);
    }

    /**
     * The context of work that a SEDA stage takes up after it was enqueued under {@code context}: (context, stage), or
     * if the stage occurs already in the run of stages at the end of {@code context}, that context cut off there
     * (paper, section 4.2). Current is what it was; one call through JNI, so callers keep what they learn.
     */
    public static int stage(int context, String name) {
        return Native.stage(context, name);
    }

    /**
     * The context of a SEDA stage's thread that waits for work. What it waits is not crosstalk. One call through JNI,
     * so callers keep it.
     */
    public static int waiting(String stage) {
        return Native.idle(stage + " (waiting)");
    }

    /** Counts so many requests that a stage takes up under its context; see {@link #stage}. */
    public static void count(int context, int requests) {
        Native.count(context, Native.BEGUN, requests);
    }

    /** The context's wire form, 25 characters, and counts one message sent; null for the root. */
    public static String toWire(int context) {
        return OwnWire.send(context);
    }

    /** Whether contexts that arrive in W3C baggage are taken over (the agent's option {@code baggage}). */
    public static boolean trustsBaggage() {
        return Native.trustsBaggage();
    }

    /** The context of work that arrived with this wire form; 0, and counted, if it is malformed. */
    public static int fromWire(String text) {
        return Native.fromWire(text == null ? "" : text);
    }
}
