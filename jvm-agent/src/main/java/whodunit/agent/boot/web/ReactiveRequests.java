// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.Map;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.OwnWire;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.Upstream;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests and answers on the event loops of reactor-netty. An operation there is one exchange on a connection;
 * whatever its connection brings is work under the context of the exchange: of the request that it is, or that it is
 * sent for. In a servlet container WebFlux only says by which route a request goes.
 */
public final class ReactiveRequests {
    /** As the names of Spring Cloud Gateway's attributes begin. */
    public static final String GATEWAY = "org.springframework.cloud.gateway.support.ServerWebExchangeUtils.";
    private static final String ATTRIBUTE = "whodunit.request";
    private static final String PATTERN = "org.springframework.web.reactive.HandlerMapping.bestMatchingPattern";
    /** A JVM has one such application; its requests that have no route. */
    private static final Application APPLICATION = new Application("");
    private static final String UNROUTED = "(no route)";

    /** A request of ours that a server's operation is, or the call that a client's operation is. */
    private static final WeakIdentityMap<Object> OPERATIONS = new WeakIdentityMap<>();
    /** Not null while a server hands a request over, so that what begins then belongs to its operation. */
    private static final ThreadLocal<Object[]> HANDED_OVER = new ThreadLocal<>();

    private ReactiveRequests() {}

    /** A call of a client: what it is sent for, and what it carries. */
    private record Call(int context, String wire) {}

    /** What a thread was at; given to {@link #leave}. */
    private record Before(int context, boolean handsOver, Object operation) {}

    /** The server hands over what its connection brought: a new request, or a change of its state. */
    public static Object handsOver(Object operation) {
        HANDED_OVER.set(new Object[1]);
        return new Before(ThreadContext.get(), true, operation);
    }

    /** The server's connection, or the client's, has brought something for this operation. */
    public static Object again(Object operation) {
        Object known = OPERATIONS.get(operation);
        if (known == null)
            return null;
        int context = known instanceof OpenRequest open ? open.context() : ((Call) known).context;
        return new Before(ThreadContext.set(context), false, operation);
    }

    public static void leave(Object before) {
        if (before instanceof Before b) {
            if (b.handsOver) {
                Object[] begun = HANDED_OVER.get();
                HANDED_OVER.remove();
                if (begun != null && begun[0] instanceof OpenRequest open)
                    OPERATIONS.put(b.operation, open);
            }
            ThreadContext.set(b.context);
        }
    }

    /** Spring has made its exchange of a request that a server hands over. */
    public static void begin(Map<String, Object> attributes, String method, String path, String baggage,
            String traceparent) {
        Object[] begun = HANDED_OVER.get();
        if (begun == null) { // a servlet container, or a server that we do not know
            OpenRequest servlets = ServletRequests.current();
            if (servlets != null)
                attributes.put(ATTRIBUTE, servlets);
            return;
        }
        String route = path == null ? null : APPLICATION.routes.foretell(method, path, 0, path.length());
        int upstream = Upstream.of(Baggage.wire(baggage));
        OpenRequest open = new OpenRequest(APPLICATION, method, "", upstream, traceparent,
                APPLICATION.routeType(route == null ? UNROUTED : route));
        begun[0] = open;
        attributes.put(ATTRIBUTE, open);
        ThreadContext.set(open.context());
    }

    /** Spring may have found the route of an exchange. */
    public static void routed(Map<String, Object> attributes) {
        Object pattern = attributes.get(PATTERN);
        if (pattern != null)
            found(attributes, pattern.toString());
    }

    /**
     * A gateway has found its route of an exchange. A path that a route matched which was refused afterwards, for its
     * method or a header, stays among the attributes.
     */
    public static void routed(Map<String, Object> attributes, String id) {
        Object pattern = attributes.get(GATEWAY + "gatewayPredicateMatchedPathAttr");
        boolean isItsOwn = id.equals(attributes.get(GATEWAY + "gatewayPredicateMatchedPathRouteIdAttr"));
        found(attributes, pattern != null && isItsOwn ? pattern.toString() : id);
    }

    private static void found(Map<String, Object> attributes, String route) {
        if (attributes.get(ATTRIBUTE) instanceof OpenRequest open && !open.isSettled()) {
            int before = open.context(), now = open.routed(route);
            if (ThreadContext.get() == before)
                ThreadContext.set(now);
        }
    }

    /** The server is done with the operation: the request keeps the name that it has. */
    public static void done(Object operation) {
        if (OPERATIONS.get(operation) instanceof OpenRequest open)
            open.settle();
    }

    /**
     * A client is about to send a request for the calling thread: remembers what for, by the object that will send it.
     */
    public static void calls(Object sender) {
        int context = ThreadContext.get(), path = ThreadContext.capture(1);
        if (path != 0)
            OPERATIONS.put(sender, new Call(context, OwnWire.send(path)));
    }

    /** The sender has got a connection, on which this operation is its request. */
    public static Object connected(Object sender, Object operation) {
        Object call = OPERATIONS.get(sender);
        if (call == null)
            return null;
        OPERATIONS.put(operation, call);
        return again(operation);
    }

    /** The header for a client's operation; null if it is to stay as it is. */
    public static String baggage(Object operation, String existing) {
        return OPERATIONS.get(operation) instanceof Call call ? Baggage.with(existing, call.wire) : null;
    }
}
