// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.Enumeration;
import java.util.Locale;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.Native;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.Upstream;

/**
 * Requests in servlet containers: a transaction begins where the container hands a request to an application, before
 * its listeners, filters and servlets, and is current again wherever the container comes back to the request: error
 * pages, asynchronous dispatches, listeners. Called by instrumented containers and frameworks.
 */
public final class ServletRequests {
    /** The request attribute by which the servlet filter sees that the agent has named the request. */
    private static final String ATTRIBUTE = "whodunit.request";

    private static final boolean TRUSTS_BAGGAGE = Native.trustsBaggage();

    /** The request that the thread works on; null where it works on none. */
    private static final ThreadLocal<OpenRequest> CURRENT = new ThreadLocal<>();

    private ServletRequests() {}

    /** What a thread was at before it took up a request. */
    private record Before(OpenRequest request, int context) {}

    /**
     * The container hands the request to an application, for the first time or again.
     *
     * @return for {@link #leave}; null if nothing was changed
     */
    public static Object enter(Object request) {
        ServletApi api = request == null ? null : ServletApi.ofContainers(request.getClass());
        if (api == null)
            return null;
        Object known = api.attribute(request, ATTRIBUTE);
        OpenRequest open = known instanceof OpenRequest o ? o : open(api, request);
        return open == null ? null : take(open);
    }

    /** The container calls back for a request that it has handed over before. As {@link #enter}. */
    public static Object again(Object request) {
        ServletApi api = request == null ? null : ServletApi.ofContainers(request.getClass());
        return api != null && api.attribute(request, ATTRIBUTE) instanceof OpenRequest open ? take(open) : null;
    }

    /** As {@link #again} for a part that a caller in the container ends, after the first part of the request. */
    public static void goesOn(Object request) {
        ServletApi api = request == null ? null : ServletApi.ofContainers(request.getClass());
        if (api != null && api.attribute(request, ATTRIBUTE) instanceof OpenRequest open)
            ThreadContext.set(open.context());
    }

    private static Object take(OpenRequest open) {
        Before before = new Before(CURRENT.get(), ThreadContext.set(open.context()));
        CURRENT.set(open);
        return before;
    }

    /** The thread's work on the request ends here; its first part settles what the request is called. */
    public static void leave(Object before) {
        if (before instanceof Before b) {
            OpenRequest open = CURRENT.get();
            if (open != null)
                open.settle();
            CURRENT.set(b.request);
            ThreadContext.set(b.context);
        }
    }

    private static OpenRequest open(ServletApi api, Object request) {
        Object servletContext = api.application(request);
        if (servletContext == null) // nobody's
            return null;
        Application application = Application.of(api, servletContext);
        ServletApi.Mapping mapping = api.mapping(request, servletContext);
        String method = api.method(request);
        boolean hasAllPaths = application.hasAllPaths(api, servletContext, mapping);
        boolean isDefaults = !hasAllPaths && application.isDefaults(api, servletContext, mapping);
        // containers make a request's path a text only for those who ask
        String uri = application.routes.isEmpty() && !hasAllPaths && !isDefaults ? null : api.uri(request);
        boolean isKnown = uri != null && uri.startsWith(application.contextPath);
        String route = isKnown ? foretell(application, method, uri) : null;
        String servlets = route == null && !(isKnown && hasAllPaths) || isDefaults
                ? application.servletType(api, servletContext, mapping) : null;
        String type = route != null ? application.routeType(route)
                : isKnown && hasAllPaths ? application.pathType(method, uri) : servlets;
        OpenRequest open = new OpenRequest(application, method, prefix(mapping.pattern()), upstream(api, request),
                api.header(request, "traceparent"), type);
        if (isKnown && isDefaults)
            open.isFilters(route == null ? uri : null, servlets);
        api.setAttribute(request, ATTRIBUTE, open);
        return open;
    }

    /** The container's default servlet gets the request that this thread works on. */
    public static void served() {
        OpenRequest open = CURRENT.get();
        if (open != null && open.served())
            ThreadContext.set(open.context());
    }

    private static String foretell(Application application, String method, String uri) {
        int parameters = uri.indexOf(';');
        return application.routes.foretell(method, uri, application.contextPath.length(),
                parameters < 0 ? uri.length() : parameters);
    }

    private static String prefix(String pattern) {
        return pattern != null && pattern.endsWith("/*") ? pattern.substring(0, pattern.length() - 2) : "";
    }

    private static int upstream(ServletApi api, Object request) {
        boolean has = TRUSTS_BAGGAGE && api.header(request, Baggage.HEADER) != null; // most requests have none
        Enumeration<?> headers = has ? api.headers(request, Baggage.HEADER) : null;
        return Upstream.of(headers == null ? null : Baggage.wire(headers));
    }

    /** The request that this thread works on; null if none. */
    static OpenRequest current() {
        return CURRENT.get();
    }

    /** A framework has found the route of the request that this thread works on. */
    public static void routed(String template) {
        OpenRequest open = CURRENT.get();
        if (open != null && template != null && !open.isSettled())
            ThreadContext.set(open.routed(template));
    }

    /** The same by a path with the application's and the servlet's. */
    public static void routedAt(String path) {
        OpenRequest open = CURRENT.get();
        if (open != null && !open.isSettled())
            ThreadContext.set(open.routed(open.withoutPrefix(path)));
    }

    /** The request is for this operation of those that are called at the path. */
    public static void executesAt(String path, String operation) {
        OpenRequest open = CURRENT.get();
        if (open != null)
            ThreadContext.set(open.routedTo(open.withoutPrefix(path), operation));
    }

    /**
     * It is known now what the request that this thread works on executes.
     *
     * @param kind QUERY, MUTATION or SUBSCRIPTION
     * @param name null if it has none
     */
    public static void executes(Enum<?> kind, String name) {
        OpenRequest open = CURRENT.get();
        if (open == null)
            return;
        String shown = kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT);
        ThreadContext.set(open.executes(name == null ? shown : shown + "." + name));
    }

    /**
     * The same for a framework that leaves the template in an attribute. Error pages, forwards and includes belong to
     * the request as it came.
     */
    public static void routed(Object request, String attribute) {
        OpenRequest open = CURRENT.get();
        ServletApi api = open == null || open.isSettled() ? null : ServletApi.of(request.getClass());
        if (api == null)
            return;
        String dispatch = api.dispatcherType(request);
        Object template = dispatch.equals("REQUEST") || dispatch.equals("ASYNC") ? api.attribute(request, attribute)
                : null;
        if (template != null)
            routed(template.toString());
    }
}
