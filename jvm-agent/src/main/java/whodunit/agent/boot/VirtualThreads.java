// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * The virtual threads that have a context, so that the samples of the platform thread that runs one are that one's.
 *
 * <p>Called while a virtual thread is mounted and unmounted, when the compiler may take the one thread for the other:
 * so what is known of it is found by the thread that is named, not by a ThreadLocal.
 */
public final class VirtualThreads {
    private static final WeakIdentityMap<ThreadState> STATES = new WeakIdentityMap<>();

    private VirtualThreads() {}

    static void add(Thread thread, ThreadState state) {
        STATES.put(thread, state);
    }

    /** The calling platform thread is about to run the virtual thread. */
    public static void mounting(Thread thread) {
        ThreadState state = STATES.get(thread);
        if (state != null)
            state.mount(ThreadContext.record());
    }

    /** The platform thread that has run the virtual thread runs it no longer. */
    public static void unmounting(Thread thread) {
        ThreadState state = STATES.get(thread);
        if (state != null)
            state.unmount();
    }

    /** The virtual thread, which is the calling one, has done its work. */
    public static void ended(Thread thread) {
        ThreadState state = STATES.remove(thread);
        if (state != null)
            state.unmount();
    }
}
