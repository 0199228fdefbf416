// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Names requests after the servlets of one application that they are mapped to. Names come from registrations and
 * mappings only, never from raw URLs, so their number is bounded by the deployed applications.
 */
final class TransactionName {
    /** Requests that the container's default servlet answers. */
    static final String STATIC = "static";

    private static final Pattern UNNAMED_END = Pattern.compile("(-[0-9a-f]+)?");

    private static final boolean MAPPINGS = hasMappings();

    private final ServletContext application;
    private final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();

    TransactionName(ServletContext application) {
        this.application = application;
    }

    String of(HttpServletRequest request) {
        String servlet = MAPPINGS ? request.getHttpServletMapping().getServletName() : byPath(request);
        if (servlet == null || servlet.isEmpty())
            return name("default");
        // the pattern says more than the name of the container's JSP servlet, which serves all pages
        if (MAPPINGS && servlet.equals("jsp"))
            return name(request.getHttpServletMapping().getPattern());
        return name(servlet);
    }

    private String name(String servlet) {
        String known = names.get(servlet);
        return known != null ? known : names.computeIfAbsent(servlet, this::choose);
    }

    /** Applications that come later with the same name show their context path. */
    private String choose(String servlet) {
        String path = application.getContextPath();
        return Transactions.typeName(path.isEmpty() ? "/" : path,
                servlet.equals("default") ? STATIC : withoutPackage(servlet));
    }

    /** A servlet that was given no name has its class's, which need not be shown in full if it is the only such one. */
    private String withoutPackage(String servlet) {
        Map<String, ? extends ServletRegistration> all = application.getServletRegistrations();
        ServletRegistration registration = all.get(servlet);
        String type = registration == null ? null : registration.getClassName();
        if (!isUnnamed(servlet, type))
            return servlet;
        String simple = simple(type);
        for (Map.Entry<String, ? extends ServletRegistration> other : all.entrySet()) {
            String itsType = other.getValue().getClassName();
            String shown = isUnnamed(other.getKey(), itsType) ? itsType : other.getKey();
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

    /**
     * The servlet's name found by the specification's rules (exact, path prefix, extension, default), for containers
     * from before Servlet 4; null if there is none.
     */
    static String byPath(HttpServletRequest request) {
        String path = request.getServletPath();
        String extension = path.substring(path.lastIndexOf('/') + 1);
        extension = extension.indexOf('.') < 0 ? null : "*" + extension.substring(extension.lastIndexOf('.'));
        String exact = request.getPathInfo() == null && !path.isEmpty() ? path : "";
        String[] patterns = {exact, path + "/*", extension, "/"};
        Map<String, ? extends ServletRegistration> servlets = request.getServletContext().getServletRegistrations();
        for (String pattern : patterns)
            for (Map.Entry<String, ? extends ServletRegistration> servlet : servlets.entrySet())
                if (pattern != null && servlet.getValue().getMappings().contains(pattern))
                    return servlet.getKey();
        return null;
    }

    private static boolean hasMappings() {
        try {
            HttpServletRequest.class.getMethod("getHttpServletMapping");
            return true;
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }
}
