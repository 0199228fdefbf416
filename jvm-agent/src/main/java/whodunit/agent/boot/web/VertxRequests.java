// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.Native;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.Types;
import whodunit.agent.boot.Upstream;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests of Vert.x Web. Vert.x makes a context of its own for each request, under which all its handlers are
 * dispatched, on whatever thread: by that the request is found again.
 */
public final class VertxRequests {
    /** A context that is one request's; others are shared by many. */
    private static final String ONE_REQUESTS = "io.vertx.core.impl.DuplicatedContext";
    private static final Application APPLICATION = new Application("");
    private static final String UNROUTED = "(no route)";

    private static final WeakIdentityMap<Request> REQUESTS = new WeakIdentityMap<>();
    private static final ThreadLocal<Dispatches> CURRENT = new ThreadLocal<>() {
        @Override
        protected Dispatches initialValue() {
            return new Dispatches();
        }
    };

    /** Of one copy of Vert.x's interfaces. */
    private static final ClassValue<MethodHandle> ENDED = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> response) {
            try {
                return MethodHandles.publicLookup()
                        .findVirtual(response, "ended", MethodType.methodType(boolean.class))
                        .asType(MethodType.methodType(boolean.class, Object.class));
            } catch (NoSuchMethodException | IllegalAccessException e) {
                return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, true), 0, Object.class);
            }
        }
    };

    private VertxRequests() {}

    /** A thread's work for Vert.x's contexts, one within the other. */
    private static final class Dispatches {
        /** What is deeper is counted only. */
        private static final int DEPTH = 32;
        private final Object[] vertxContexts = new Object[DEPTH];
        private final Request[] requests = new Request[DEPTH];
        private final int[] before = new int[DEPTH];
        private int depth;

        private Request request() {
            return depth == 0 || depth > DEPTH ? null : requests[depth - 1];
        }
    }

    private static final class Request {
        private final String method;
        private final int upstream;
        private final String traceparent;
        /** It leads to the context by which the request is found: a strong reference would keep both for ever. */
        private final WeakReference<Object> response;
        private final MethodHandle ended;
        private int context;
        private boolean exact;
        /** It was counted, and keeps its name. */
        private boolean settled;

        Request(String method, int upstream, String traceparent, Object response, MethodHandle ended, String route) {
            this.method = method;
            this.upstream = upstream;
            this.traceparent = traceparent;
            this.response = new WeakReference<>(response);
            this.ended = ended;
            name(route);
        }

        private synchronized int context() {
            return context;
        }

        private void name(String route) {
            context = Types.context(upstream, APPLICATION.routeType(route));
        }

        /** Handlers of several routes see it in turn: the last one whose path is not open at its end names it. */
        private synchronized void routed(String template, boolean isExact) {
            if (settled || exact && !isExact)
                return;
            exact = isExact;
            name(APPLICATION.routes.found(method, template));
        }

        private synchronized void settleIfAnswered() throws Throwable {
            Object answer = response.get();
            if (settled || answer == null || !(boolean) ended.invokeExact(answer))
                return;
            settled = true;
            if (traceparent != null)
                Native.example(context, traceparent);
            Native.count(context, Native.BEGUN, 1);
        }
    }

    /** The calling thread begins to work for one of Vert.x's contexts, until {@link #dispatched}. */
    public static void dispatches(Object vertxContext) {
        Dispatches all = CURRENT.get();
        int at = all.depth++;
        if (at >= Dispatches.DEPTH)
            return;
        Request request = vertxContext == null ? null : REQUESTS.get(vertxContext);
        all.vertxContexts[at] = vertxContext;
        all.requests[at] = request;
        all.before[at] = request == null ? ThreadContext.get() : ThreadContext.set(request.context());
    }

    public static void dispatched() throws Throwable {
        Dispatches all = CURRENT.get();
        if (all.depth == 0 || --all.depth >= Dispatches.DEPTH)
            return;
        Request request = all.requests[all.depth];
        all.vertxContexts[all.depth] = null;
        all.requests[all.depth] = null;
        if (request != null) {
            ThreadContext.set(all.before[all.depth]);
            request.settleIfAnswered();
        }
    }

    /**
     * A router takes up a request, in a dispatch that is for it alone.
     *
     * @param responses Vert.x's interface of the response
     */
    public static void begin(Object vertxContext, String method, String path, String baggage, String traceparent,
            Object response, Class<?> responses) {
        Dispatches all = CURRENT.get();
        int at = all.depth - 1;
        if (at < 0 || at >= Dispatches.DEPTH || vertxContext == null || all.vertxContexts[at] != vertxContext
                || all.requests[at] != null || !vertxContext.getClass().getName().equals(ONE_REQUESTS))
            return;
        String route = path == null ? null : APPLICATION.routes.foretell(method, path, 0, path.length());
        Request request = new Request(method, Upstream.of(Baggage.wire(baggage)), traceparent,
                response, ENDED.get(responses), route == null ? UNROUTED : route);
        REQUESTS.put(vertxContext, request);
        all.requests[at] = request;
        ThreadContext.set(request.context());
    }

    /**
     * A route's handler is about to see the request that the thread works on.
     *
     * @param mount   the path of the router in others, or null
     * @param path    the route's, or null
     * @param exact   whether the path is the whole of what it stands for
     * @param pattern the route's regular expression, or null
     */
    public static void routed(String mount, String path, boolean exact, Object pattern) {
        Request request = CURRENT.get().request();
        if (request == null || path == null && pattern == null)
            return;
        String own = path == null ? pattern.toString() : exact ? path : path.endsWith("/") ? path + "**" : path + "/**";
        boolean isMounted = mount != null && mount.length() > 1;
        String front = !isMounted ? "" : mount.endsWith("/") ? mount.substring(0, mount.length() - 1) : mount;
        request.routed(front + own, exact || path == null);
        ThreadContext.set(request.context());
    }
}
