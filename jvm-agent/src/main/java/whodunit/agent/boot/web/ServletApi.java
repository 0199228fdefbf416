// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;

/**
 * What is asked of a servlet container's request, of either namespace and from Servlet 3.0 on. The interfaces are in
 * the container's class loader, so they are called through method handles, found once for each copy of them; null
 * stands for what this version of the interfaces has not. A call that the container refuses answers null.
 *
 * <p>A record, because HotSpot takes only records' fields for constants: where the record is one ({@link First}), calls
 * through its handles are compiled as any others.
 */
record ServletApi(MethodHandle getAttribute, MethodHandle setAttribute, MethodHandle getMethod, MethodHandle getUri,
        MethodHandle getHeader, MethodHandle getHeaders, MethodHandle getDispatcherType, MethodHandle getServletPath,
        MethodHandle getPathInfo, MethodHandle getMapping, MethodHandle getMappedServlet,
        MethodHandle getMappedPattern, MethodHandle getApplication, MethodHandle getContextPath,
        MethodHandle getRegistrations, MethodHandle getApplicationAttribute, MethodHandle setApplicationAttribute,
        MethodHandle getClassName, MethodHandle getPatterns) {
    private static final String[] NAMESPACES = {"jakarta.servlet.", "javax.servlet."};
    /** Of a class whose objects are no requests. */
    private static final ServletApi NONE = new ServletApi(null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null);
    private static final ClassValue<ServletApi> OF = new ClassValue<>() {
        @Override
        protected ServletApi computeValue(Class<?> request) {
            for (String namespace : NAMESPACES) {
                Class<?> found = Interfaces.named(request, namespace + "http.HttpServletRequest");
                if (found != null)
                    return new ServletApi(found, namespace);
            }
            return NONE;
        }
    };
    /** The class of the first request that a container handed over: most JVMs have one, which stays as long as they. */
    private static volatile Class<?> first;

    /** Initialized when {@link #first} is there. */
    private static final class First {
        private static final Class<?> REQUEST = first;
        private static final ServletApi API = OF.get(REQUEST);
    }

    private ServletApi(Class<?> request, String namespace) {
        this(find(request, "getAttribute", Object.class, String.class),
                find(request, "setAttribute", void.class, String.class, Object.class),
                find(request, "getMethod", String.class),
                find(request, "getRequestURI", String.class),
                find(request, "getHeader", String.class, String.class),
                find(request, "getHeaders", Enumeration.class, String.class),
                find(request, "getDispatcherType", load(request, namespace + "DispatcherType")),
                find(request, "getServletPath", String.class),
                find(request, "getPathInfo", String.class),
                find(request, "getHttpServletMapping", load(request, namespace + "http.HttpServletMapping")),
                find(load(request, namespace + "http.HttpServletMapping"), "getServletName", String.class),
                find(load(request, namespace + "http.HttpServletMapping"), "getPattern", String.class),
                find(request, "getServletContext", load(request, namespace + "ServletContext")),
                find(load(request, namespace + "ServletContext"), "getContextPath", String.class),
                find(load(request, namespace + "ServletContext"), "getServletRegistrations", Map.class),
                find(load(request, namespace + "ServletContext"), "getAttribute", Object.class, String.class),
                find(load(request, namespace + "ServletContext"), "setAttribute", void.class, String.class,
                        Object.class),
                find(load(request, namespace + "ServletRegistration"), "getClassName", String.class),
                find(load(request, namespace + "ServletRegistration"), "getMappings", Collection.class));
    }

    /** Null if objects of the class are no requests of a servlet container. */
    static ServletApi of(Class<?> request) {
        ServletApi api = OF.get(request);
        return api.getAttribute == null || api.getApplication == null ? null : api;
    }

    /** The same for the objects that containers hand over, which frameworks have not wrapped. */
    static ServletApi ofContainers(Class<?> request) {
        if (first == null && of(request) != null)
            first = request;
        return first != null && request == First.REQUEST ? First.API : of(request);
    }

    /** A class beside the given one; null if there is none. */
    private static Class<?> load(Class<?> beside, String name) {
        try {
            return Class.forName(name, false, beside.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** Null if this version of the interface has no such method. */
    private static MethodHandle find(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        if (owner == null || result == null)
            return null;
        try {
            MethodHandle found = MethodHandles.publicLookup().findVirtual(owner, name,
                    MethodType.methodType(result, parameters));
            MethodType erased = MethodType.genericMethodType(parameters.length + 1);
            return found.asType(result == void.class ? erased.changeReturnType(void.class) : erased);
        } catch (NoSuchMethodException | IllegalAccessException | LinkageError e) {
            return null;
        }
    }

    private static Object call(MethodHandle method, Object on) {
        try {
            return method == null || on == null ? null : (Object) method.invokeExact(on);
        } catch (Throwable e) {
            return null;
        }
    }

    private static Object call(MethodHandle method, Object on, Object argument) {
        try {
            return method == null || on == null ? null : (Object) method.invokeExact(on, argument);
        } catch (Throwable e) {
            return null;
        }
    }

    private static void set(MethodHandle method, Object on, Object name, Object value) {
        try {
            if (method != null && on != null)
                method.invokeExact(on, name, value);
        } catch (Throwable e) { // the container refuses it: the request is named anew when it is dispatched again
        }
    }

    Object attribute(Object request, String name) {
        return call(getAttribute, request, name);
    }

    void setAttribute(Object request, String name, Object value) {
        set(setAttribute, request, name, value);
    }

    String method(Object request) {
        return (String) call(getMethod, request);
    }

    /** The path as it was sent, with the application's. */
    String uri(Object request) {
        return (String) call(getUri, request);
    }

    /** The first of that name. */
    String header(Object request, String name) {
        return (String) call(getHeader, request, name);
    }

    Enumeration<?> headers(Object request, String name) {
        return (Enumeration<?>) call(getHeaders, request, name);
    }

    /** The name of a constant of DispatcherType. */
    String dispatcherType(Object request) {
        return String.valueOf(call(getDispatcherType, request));
    }

    Object application(Object request) {
        return call(getApplication, request);
    }

    String contextPath(Object application) {
        String path = (String) call(getContextPath, application);
        return path == null ? "" : path;
    }

    Object applicationAttribute(Object application, String name) {
        return call(getApplicationAttribute, application, name);
    }

    void setApplicationAttribute(Object application, String name, Object value) {
        set(setApplicationAttribute, application, name, value);
    }

    /** Servlets' names to their registrations; empty if they cannot be asked for. */
    Map<?, ?> registrations(Object application) {
        Object all = call(getRegistrations, application);
        return all == null ? Map.of() : (Map<?, ?>) all;
    }

    String className(Object registration) {
        return (String) call(getClassName, registration);
    }

    private Collection<?> patterns(Object registration) {
        Object all = call(getPatterns, registration);
        return all == null ? java.util.List.of() : (Collection<?>) all;
    }

    /** The servlet that the request is mapped to, and by which pattern. */
    record Mapping(String servlet, String pattern) {}

    Mapping mapping(Object request, Object application) {
        Object mapping = call(getMapping, request);
        String servlet = (String) call(getMappedServlet, mapping);
        return servlet == null ? mappingByPath(request, application)
                : new Mapping(servlet, (String) call(getMappedPattern, mapping));
    }

    /**
     * By the specification's rules (exact, path prefix, extension, default): containers from before Servlet 4, and
     * Liberty, which knows it only behind its filters.
     */
    private Mapping mappingByPath(Object request, Object application) {
        String path = (String) call(getServletPath, request);
        if (path == null)
            return new Mapping(null, null);
        String extension = path.substring(path.lastIndexOf('/') + 1);
        extension = extension.indexOf('.') < 0 ? null : "*" + extension.substring(extension.lastIndexOf('.'));
        String exact = call(getPathInfo, request) == null && !path.isEmpty() ? path : "";
        for (String pattern : new String[] {exact, path + "/*", extension, "/"})
            for (Map.Entry<?, ?> servlet : registrations(application).entrySet())
                if (pattern != null && patterns(servlet.getValue()).contains(pattern))
                    return new Mapping((String) servlet.getKey(), pattern);
        return new Mapping(null, null);
    }
}
