// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.Native;
import whodunit.agent.boot.Types;
import whodunit.agent.boot.Upstream;

/**
 * A request that a container or server works on: its transaction, which is counted once it is known what it is called.
 */
final class OpenRequest {
    private final Application application;
    private final String method;
    /** In front of templates: the path of a servlet that is mapped to "/api/*". */
    private final String prefix;
    /** What it came with from another tier, or 0: the parent of whatever it is called. */
    private final int upstream;
    /** The header of that name, or null. */
    private final String traceparent;
    private volatile int context;
    /** By {@link #isFilters}; else null. */
    private String filters, servlets;
    /** Null until it is found. */
    private String route;
    /** Its name is final, and it was counted. */
    private boolean settled;

    OpenRequest(Application application, String method, String prefix, int upstream, String traceparent,
            String type) {
        this.application = application;
        this.method = method;
        this.prefix = prefix;
        this.upstream = upstream;
        this.traceparent = traceparent;
        context = Types.context(upstream, type);
    }

    /** One of a server that knows no routes: it goes by its path. The two headers may be null. */
    static OpenRequest byPath(Application application, String method, String path, String baggage,
            String traceparent) {
        int upstream = Upstream.of(Baggage.wire(baggage));
        return new OpenRequest(application, method, "", upstream, traceparent, application.pathType(method, path));
    }

    int context() {
        return context;
    }

    /**
     * A filter answers the request, unless {@link #served} says otherwise.
     *
     * @param path by which it goes then, with the application's; null if its route is foretold
     * @param type what it is called else
     */
    void isFilters(String path, String type) {
        filters = path;
        servlets = type;
    }

    /**
     * The container's own servlet gets the request.
     *
     * @return whether the request has another context now; not if a servlet of another name includes a file
     */
    synchronized boolean served() {
        if (settled || servlets == null)
            return false;
        context = Types.context(upstream, servlets);
        filters = servlets = null;
        return true;
    }

    /** Whether its name is final. */
    synchronized boolean isSettled() {
        return settled;
    }

    /**
     * A framework has found the request's route.
     *
     * @return the context that the request has now
     */
    synchronized int routed(String template) {
        if (!settled) {
            route = application.routes.found(method, whole(template));
            context = Types.context(upstream, application.routeType(route));
            if (!application.operations.areOn(route))
                settle();
        }
        return context;
    }

    private String whole(String template) {
        String whole = prefix.isEmpty() ? template : prefix + (template.startsWith("/") ? "" : "/") + template;
        return whole.isEmpty() ? "/" : whole;
    }

    /** What of a path that begins as requests do is a route's, for {@link #routed}. */
    String withoutPrefix(String path) {
        String front = application.contextPath + prefix;
        return path.startsWith(front) ? path.substring(front.length()) : path;
    }

    /**
     * The same for a route of which each request executes one of those that it has.
     *
     * @return the context that the request has now
     */
    synchronized int routedTo(String template, String operation) {
        if (!settled) {
            application.operations.add(application.routes.found(method, whole(template)));
            routed(template);
        }
        return executes(operation);
    }

    /**
     * What is executed of those that a route has, as GraphQL's have. The first request of a route is counted by then.
     *
     * @return the context that the request has now
     */
    synchronized int executes(String operation) {
        if (route == null)
            return context;
        application.operations.add(route);
        if (!settled) {
            context = Types.context(upstream,
                    application.routeType(application.operations.name(route, operation)));
            settle();
        }
        return context;
    }

    /** No route will be found any more: it keeps the name that it has. */
    synchronized void settle() {
        if (!settled) {
            if (filters != null && route == null)
                context = Types.context(upstream, application.routeType(application.filtersRoute(method, filters)));
            settled = true;
            if (traceparent != null)
                Native.example(context, traceparent);
            Native.count(context, Native.BEGUN, 1);
        }
    }
}
