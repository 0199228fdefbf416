// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import whodunit.agent.boot.Native;
import whodunit.agent.boot.Types;

/**
 * What one web application's requests are called: by its servlets' registrations and mappings and by the templates of
 * its routes, so that the number of names is bounded by what is deployed; by their paths, whose number is bounded by
 * itself, only where one servlet has all of them. But for the last the servlet filter's names are the same.
 */
final class Application {
    /** Where servlets come from whose requests' routes are found later. */
    private static final List<String> ROUTED = List.of("org.springframework.", "org.glassfish.jersey.",
            "org.jboss.resteasy.", "org.apache.cxf.");
    private static final Pattern UNNAMED_END = Pattern.compile("(-[0-9a-f]+)?");
    /** Requests that the container's default servlet answers. */
    private static final String STATIC = "static";
    /** Those servlets that say so themselves when they get one, by their classes. */
    private static final Set<String> DEFAULTS = Set.of("org.apache.catalina.servlets.DefaultServlet",
            "org.eclipse.jetty.servlet.DefaultServlet", "org.eclipse.jetty.ee9.servlet.DefaultServlet",
            "org.eclipse.jetty.ee10.servlet.DefaultServlet", "org.eclipse.jetty.ee11.servlet.DefaultServlet",
            "io.undertow.servlet.handlers.DefaultServlet");
    private static final String ATTRIBUTE = "whodunit.application";
    /** Routes that applications make up without end must not fill the memory: the rest is named each time. */
    static final int LIMIT = 10_000;
    /** The one that was asked for first and is still there: most containers have one. */
    private static volatile Known first = new Known(null, null);

    /** As requests' paths begin; empty for the root application. */
    final String contextPath;
    /** Shown where two applications use the same name. */
    private final String path;
    private final ConcurrentHashMap<String, String> servlets = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> types = new ConcurrentHashMap<>();
    /** Of those servlets that are mapped to all paths: whether they alone know the routes. */
    private final ConcurrentHashMap<String, Boolean> dispatchers = new ConcurrentHashMap<>();
    /** Of those that are called as default ones are: whether they are known. */
    private final ConcurrentHashMap<String, Boolean> defaults = new ConcurrentHashMap<>();
    final Routes routes = new Routes();
    final Operations operations = new Operations();

    /** A container's object, which may go, and what it stands for. */
    private static final class Known extends WeakReference<Object> {
        private final Application application;

        Known(Object servletContext, Application application) {
            super(servletContext);
            this.application = application;
        }
    }

    Application(String contextPath) {
        this.contextPath = contextPath;
        path = contextPath.isEmpty() ? "/" : contextPath;
    }

    /** The one that the container's object stands for. */
    static Application of(ServletApi api, Object servletContext) {
        Known known = first;
        if (known.refersTo(servletContext))
            return known.application;
        Application found = api.applicationAttribute(servletContext, ATTRIBUTE) instanceof Application a ? a : null;
        if (found == null) {
            found = new Application(api.contextPath(servletContext));
            api.setApplicationAttribute(servletContext, ATTRIBUTE, found);
        }
        if (known.refersTo(null))
            first = new Known(servletContext, found);
        return found;
    }

    /**
     * Whether the request's servlet gets all of the application's, and no framework will say by which route: then its
     * name says nothing.
     */
    boolean hasAllPaths(ServletApi api, Object servletContext, ServletApi.Mapping mapping) {
        if (mapping.servlet() == null || !"/*".equals(mapping.pattern()))
            return false;
        Boolean known = dispatchers.get(mapping.servlet());
        if (known == null) {
            String type = api.className(api.registrations(servletContext).get(mapping.servlet()));
            known = type != null && ROUTED.stream().noneMatch(type::startsWith);
            dispatchers.put(mapping.servlet(), known);
        }
        return known;
    }

    /** The type of a request by its path, without the application's. */
    String pathType(String method, String uri) {
        return routeType(Native.route(Routes.known(method), uri.substring(contextPath.length())));
    }

    /** Whether only the container's default servlet would answer the request, if no filter did, and says so. */
    boolean isDefaults(ServletApi api, Object servletContext, ServletApi.Mapping mapping) {
        String servlet = mapping.servlet();
        if (servlet == null || !"/".equals(mapping.pattern()))
            return false;
        Boolean known = defaults.get(servlet);
        if (known == null) {
            String type = api.className(api.registrations(servletContext).get(servlet));
            defaults.put(servlet, known = type != null && DEFAULTS.contains(type));
        }
        return known;
    }

    /** A filter has answered a request: by what route it goes, which is foretold from now on. */
    String filtersRoute(String method, String uri) {
        String named = Native.route(Routes.known(method), uri.substring(contextPath.length()));
        return routes.found(method, named.substring(named.lastIndexOf(' ') + 1));
    }

    /** The type of a request that is mapped to this servlet. */
    String servletType(ServletApi api, Object servletContext, ServletApi.Mapping mapping) {
        String servlet = mapping.servlet() == null || mapping.servlet().isEmpty() ? "default" : mapping.servlet();
        // the pattern says more than the name of the container's JSP servlet, which serves all pages
        if (servlet.equals("jsp") && mapping.pattern() != null)
            servlet = mapping.pattern();
        String known = servlets.get(servlet);
        if (known != null)
            return known;
        String name = servlet.equals("default") ? STATIC : withoutPackage(api, servletContext, servlet);
        return servlets.computeIfAbsent(servlet, s -> Types.name(path, name));
    }

    /** The type of requests on a route, "GET /owners/{id}". */
    String routeType(String route) {
        String known = types.get(route);
        if (known != null)
            return known;
        String type = Types.name(path, route);
        if (types.size() < LIMIT)
            types.put(route, type);
        return type;
    }

    /** A servlet that was given no name has its class's, which need not be shown in full if it is the only such one. */
    private static String withoutPackage(ServletApi api, Object servletContext, String servlet) {
        Map<?, ?> all = api.registrations(servletContext);
        String type = api.className(all.get(servlet));
        if (!isUnnamed(servlet, type))
            return servlet;
        String simple = simple(type);
        for (Map.Entry<?, ?> other : all.entrySet()) {
            String name = (String) other.getKey();
            String itsType = api.className(other.getValue());
            String shown = isUnnamed(name, itsType) ? itsType : name;
            if (!shown.equals(type) && simple(shown).equals(simple))
                return type;
        }
        return simple;
    }

    /** Jetty adds a number that differs from run to run. */
    private static boolean isUnnamed(String servlet, String type) {
        return type != null && servlet.startsWith(type)
                && UNNAMED_END.matcher(servlet.substring(type.length())).matches();
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
