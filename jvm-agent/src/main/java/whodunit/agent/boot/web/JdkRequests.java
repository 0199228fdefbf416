// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.ThreadContext;

/** Requests of the JDK's own HTTP server, on the thread that runs their filters and handler. */
public final class JdkRequests {
    private static final Application APPLICATION = new Application("");
    /** Filters call what is behind them: a request begins with the first. */
    private static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();

    private JdkRequests() {}

    /** What the thread was at before. */
    private record Before(Object exchange, int context, OpenRequest begun) {}

    /** Whether the thread does not work for this exchange yet. */
    public static boolean isNew(Object exchange) {
        return CURRENT.get() != exchange;
    }

    /**
     * A handler, or the filters before it, get a request.
     *
     * @return for {@link #leave}
     */
    public static Object enter(Object exchange, String method, String path, String baggage, String traceparent) {
        OpenRequest begun = OpenRequest.byPath(APPLICATION, method, path == null ? "/" : path, baggage, traceparent);
        Before before = new Before(CURRENT.get(), ThreadContext.set(begun.context()), begun);
        CURRENT.set(exchange);
        return before;
    }

    public static void leave(Object before) {
        if (before instanceof Before b) {
            b.begun.settle();
            if (b.exchange == null)
                CURRENT.remove();
            else
                CURRENT.set(b.exchange);
            ThreadContext.set(b.context);
        }
    }
}
