// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.Upstream;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests in Undertow and Jetty, which go by their paths unless a servlet takes them. One is counted when its exchange
 * has ended: only then is it known that none did. What stands for an exchange is the server's own object.
 */
public final class HandlerExchanges {
    private static final Application APPLICATION = new Application("");
    private static final WeakIdentityMap<Exchange> EXCHANGES = new WeakIdentityMap<>();
    /** Types of requests that handlers have answered, in a process that has servlets as well. */
    private static final Set<String> HANDLED = ConcurrentHashMap.newKeySet();
    private static volatile boolean hasServlets;

    private HandlerExchanges() {}

    private static final class Exchange {
        private final String method, type, traceparent;
        private final int upstream;
        /** The request, once it is taken for a handler's. */
        private volatile OpenRequest open;
        private volatile boolean isServlets;

        Exchange(String method, String path, String baggage, String traceparent) {
            this.method = method;
            this.traceparent = traceparent;
            type = APPLICATION.pathType(method, path);
            upstream = Upstream.of(Baggage.wire(baggage));
        }

        OpenRequest open() {
            if (open == null)
                open = new OpenRequest(APPLICATION, method, "", upstream, traceparent, type);
            return open;
        }

        int context() {
            return open == null || isServlets ? 0 : open.context();
        }
    }

    /** There are servlets: what is not known to be a handler's request may be theirs. */
    public static void deployed() {
        hasServlets = true;
    }

    public static boolean isNew(Object exchange) {
        return EXCHANGES.get(exchange) == null;
    }

    /**
     * The server hands a new request to its handlers.
     *
     * @return for {@link #leave}
     */
    public static int begin(Object exchange, String method, String path, String baggage, String traceparent) {
        Exchange begun = new Exchange(method, path, baggage, traceparent);
        if (!hasServlets || HANDLED.contains(begun.type))
            begun.open();
        EXCHANGES.put(exchange, begun);
        return 1 + ThreadContext.set(begun.context());
    }

    /** The same for one that was handed over before. */
    public static int again(Object exchange) {
        Exchange known = EXCHANGES.get(exchange);
        return known == null ? 0 : 1 + ThreadContext.set(known.context());
    }

    public static void leave(int before) {
        if (before != 0)
            ThreadContext.set(before - 1);
    }

    /** A servlet gets the request: it has another name. */
    public static void taken(Object exchange) {
        Exchange known = EXCHANGES.get(exchange);
        if (known != null) {
            known.isServlets = true;
            HANDLED.remove(known.type);
        }
    }

    /** The request is answered. */
    public static void ended(Object exchange) {
        Exchange known = EXCHANGES.remove(exchange); // Jetty uses it again
        if (known == null || known.isServlets)
            return;
        if (hasServlets)
            HANDLED.add(known.type);
        known.open().settle();
    }
}
