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
 * the container's class loader, so they are called through method handles, found once for each copy of them. A call
 * that the container refuses answers null.
 */
final class ServletApi {
    private static final String[] NAMESPACES = {"jakarta.servlet.", "javax.servlet."};
    private static final ClassValue<ServletApi> OF = new ClassValue<>() {
        @Override
        protected ServletApi computeValue(Class<?> request) {
            for (String namespace : NAMESPACES) {
                Class<?> found = interfaceOf(request, namespace + "http.HttpServletRequest");
                if (found != null)
                    return new ServletApi(found, namespace);
            }
            return NONE;
        }
    };
    private static final ServletApi NONE = new ServletApi();

    private final MethodHandle getAttribute, setAttribute, getMethod, getUri, getHeaders, getDispatcherType;
    private final MethodHandle getApplication, getContextPath, getRegistrations, getApplicationAttribute;
    private final MethodHandle setApplicationAttribute, getServletPath, getPathInfo;
    private final MethodHandle getMapping, getMappedServlet, getMappedPattern, getClassName, getPatterns;

    private ServletApi() {
        getAttribute = setAttribute = getMethod = getUri = getHeaders = getDispatcherType = null;
        getApplication = getContextPath = getRegistrations = getApplicationAttribute = setApplicationAttribute = null;
        getServletPath = getPathInfo = getMapping = getMappedServlet = getMappedPattern = getClassName = null;
        getPatterns = null;
    }

    private ServletApi(Class<?> request, String namespace) {
        ClassLoader loader = request.getClassLoader();
        Class<?> application = load(loader, namespace + "ServletContext");
        Class<?> dispatcherType = load(loader, namespace + "DispatcherType");
        Class<?> mapping = load(loader, namespace + "http.HttpServletMapping");
        Class<?> registration = load(loader, namespace + "ServletRegistration");
        getAttribute = find(request, "getAttribute", Object.class, String.class);
        setAttribute = find(request, "setAttribute", void.class, String.class, Object.class);
        getMethod = find(request, "getMethod", String.class);
        getUri = find(request, "getRequestURI", String.class);
        getHeaders = find(request, "getHeaders", Enumeration.class, String.class);
        getDispatcherType = find(request, "getDispatcherType", dispatcherType);
        getApplication = find(request, "getServletContext", application);
        getServletPath = find(request, "getServletPath", String.class);
        getPathInfo = find(request, "getPathInfo", String.class);
        getContextPath = find(application, "getContextPath", String.class);
        getRegistrations = find(application, "getServletRegistrations", Map.class);
        getApplicationAttribute = find(application, "getAttribute", Object.class, String.class);
        setApplicationAttribute = find(application, "setAttribute", void.class, String.class, Object.class);
        getMapping = find(request, "getHttpServletMapping", mapping);
        getMappedServlet = find(mapping, "getServletName", String.class);
        getMappedPattern = find(mapping, "getPattern", String.class);
        getClassName = find(registration, "getClassName", String.class);
        getPatterns = find(registration, "getMappings", Collection.class);
    }

    /** Null if objects of the class are no requests of a servlet container. */
    static ServletApi of(Class<?> request) {
        ServletApi api = OF.get(request);
        return api.getAttribute == null || api.getApplication == null ? null : api;
    }

    private static Class<?> interfaceOf(Class<?> type, String name) {
        for (Class<?> t = type; t != null; t = t.getSuperclass())
            for (Class<?> i : t.getInterfaces()) {
                Class<?> found = i.getName().equals(name) ? i : interfaceOf(i, name);
                if (found != null)
                    return found;
            }
        return null;
    }

    private static Class<?> load(ClassLoader loader, String name) {
        try {
            return Class.forName(name, false, loader);
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
        if (getMapping == null)
            return mappingByPath(request, application);
        Object mapping = call(getMapping, request);
        return new Mapping((String) call(getMappedServlet, mapping), (String) call(getMappedPattern, mapping));
    }

    /** By the specification's rules (exact, path prefix, extension, default): containers from before Servlet 4. */
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
