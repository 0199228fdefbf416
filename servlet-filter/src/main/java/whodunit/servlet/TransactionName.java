package whodunit.servlet;

import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;

/** Names a request after the servlet that it is mapped to. Raw URLs never become names, so their number stays bounded. */
final class TransactionName {
    /** Requests that the container's default servlet answers. */
    static final String STATIC = "static";

    private TransactionName() {}

    static String of(HttpServletRequest request) {
        String servlet;
        try {
            servlet = request.getHttpServletMapping().getServletName();
        } catch (LinkageError e) { // a container from before Servlet 4
            servlet = byPath(request);
        }
        return servlet == null || servlet.isEmpty() || servlet.equals("default") ? STATIC : simple(servlet);
    }

    private static String byPath(HttpServletRequest request) {
        String path = request.getServletPath();
        for (Map.Entry<String, ? extends ServletRegistration> r : request.getServletContext().getServletRegistrations().entrySet())
            for (String pattern : r.getValue().getMappings())
                if (pattern.equals(path) || pattern.equals(path + "/*")
                        || (pattern.startsWith("*.") && path.endsWith(pattern.substring(1))))
                    return r.getKey();
        return null;
    }

    /** A servlet that was given no name has its class's. */
    private static String simple(String servlet) {
        return servlet.substring(servlet.lastIndexOf('.') + 1);
    }
}
