// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.ThreadContext;

/**
 * Requests of servers that know no routes, or tell none, and call what answers a request on one thread: the JDK's own,
 * Helidon's, Armeria's, Ktor's CIO. What goes on elsewhere carries the context there.
 */
public final class SynchronousRequests {
    private static final Application APPLICATION = new Application("");
    /** The JDK's filters call what is behind them by the same way: a request begins with the first. */
    private static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();

    private SynchronousRequests() {}

    /** What the thread was at before. */
    private record Before(Object request, int context, OpenRequest begun) {}

    /** Whether the thread does not work for this request yet. */
    public static boolean isNew(Object request) {
        return CURRENT.get() != request;
    }

    /**
     * A handler, or the filters before it, get a request.
     *
     * @return for {@link #leave}
     */
    public static Object enter(Object request, String method, String path, String baggage, String traceparent) {
        OpenRequest begun = OpenRequest.byPath(APPLICATION, method, path == null ? "/" : path, baggage, traceparent);
        Before before = new Before(CURRENT.get(), ThreadContext.set(begun.context()), begun);
        CURRENT.set(request);
        return before;
    }

    /** The same by the target as it came. */
    public static Object enterAt(Object request, String method, CharSequence target, CharSequence baggage,
            CharSequence traceparent) {
        return enter(request, method, NettyMessage.pathOf(target.toString()), text(baggage), text(traceparent));
    }

    private static String text(CharSequence header) {
        return header == null ? null : header.toString();
    }

    public static void leave(Object before) {
        if (before instanceof Before b) {
            b.begun.settle();
            CURRENT.set(b.request);
            ThreadContext.set(b.context);
        }
    }
}
