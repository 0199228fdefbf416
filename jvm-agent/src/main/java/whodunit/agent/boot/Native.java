// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.ByteBuffer;

/** The native half, libwhodunit.so (jvm-agent/native). Registered by the agent before any Java code of ours runs. */
public final class Native {
    /** Events that are counted per context, enum wd_event. */
    public static final int BEGUN = 0;
    public static final int SENT = 1;

    /** Health counters that Java code adds to. */
    public static final int NOT_CARRIED = 0;
    public static final int INSTRUMENT_FAILED = 1;
    public static final int WAITS_LOST = 2;
    public static final int UNSUPPORTED_DRIVER = 3;
    public static final int KAFKA_MIXED = 4;

    /** How a wait ended, enum wd_wait_end. */
    public static final int WOKEN = 0;
    public static final int TIMEOUT = 1;
    public static final int UNSEEN = 2;
    public static final int OWN_TASK = 3;

    /** WD_RECORD_SIZE. */
    static final int PUBLISHED_SIZE = 256;

    private Native() {}

    /**
     * The calling platform thread's record, struct wd_thread: its context is the int at 0, in native order, and what
     * other programs can read of it the address at 8. Valid while the thread lives.
     */
    public static native ByteBuffer threadRecord();

    /** Where the contexts' published records begin, each of {@link #PUBLISHED_SIZE} bytes; 0: none are published. */
    static native long records();

    public static native long processUid();

    /** Interns (parent, transaction type), the parent being {@code current} if that is remote, else the root. */
    public static native int transaction(int current, String type);

    /** See {@link whodunit.agent.api.Whodunit#stage}. */
    public static native int stage(int context, String name);

    /** The context (root, stage), under which waits are not crosstalk: threads have it that wait for work. */
    public static native int idle(String name);

    /** See {@link whodunit.agent.api.Whodunit#fromWire}. */
    public static native int fromWire(String text);

    /** Whether contexts go with messages on sockets (docs/messages.md). */
    static native boolean followsMessages();

    /** See {@link Upstream}. */
    static native int arrived();

    /**
     * Interns (base, call path of the calling thread), the path without its {@code skip} innermost Java frames
     * besides this method.
     *
     * @param virtual whether the calling thread is a virtual one
     */
    public static native int capture(int base, int skip, boolean virtual);

    /** Counts an event that happened so many times under the context. */
    public static native void count(int context, int event, int times);

    /** Keeps the header of that name as an example of the transactions that begin under the context. */
    public static native void example(int context, String traceparent);

    /**
     * What a request is called by its path, with what differs from request to request left out ("GET /owners/:id"), or
     * by "GET (other)" where there are too many different ones; as channels/routes.h has it.
     */
    public static native String route(String method, String path);

    /** Counts one message that carries the context's synopsis in so many bytes of ours. */
    public static native void sent(int context, int bytesAdded);

    public static native void health(int counter);

    /** Whether the agent begins transactions where servers hand requests to applications. */
    public static native boolean namesRequests();

    /** Whether contexts that arrive in W3C baggage are taken over. */
    public static native boolean trustsBaggage();

    /** Whether crosstalk is recorded. */
    public static native boolean crosstalk();

    /** The name's id; names of classes that differ from run to run are made alike. */
    public static native int name(String className);

    /** The calling thread is about to wait: whether that counts under the context. */
    public static native boolean waits(int context);

    /** Whether one of the contexts is the other or below it. */
    static native boolean areRelated(int one, int other);

    /** The context (root, call path of the calling thread); see {@link #capture}. */
    static native int path(int skip, boolean virtual);

    /** From now on {@link ThreadPropagation#slept} is called where Thread.sleep is native, before JDK 21. */
    static native void followSleeps();

    /** Adds a wait in LockSupport that is over, enum wd_wait_end. */
    public static native void waited(int waiter, int holder, int end, int lock, int waiterPath, int holderPath,
            long nanos);
}
