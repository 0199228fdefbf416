// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;

/** Whether an application stands other bodies of requests and responses than its container's own. */
final class Bodies {
    /** Spring WebFlux before 6, as a web application, casts the streams to its container's classes. */
    private static final String CASTING = "org.springframework.http.server.reactive.";

    private Bodies() {}

    /**
     * True if bodies can be listened to (Servlet 3.1), and none of the application's servlets is known to cast them.
     */
    static boolean mayBeOurs(ServletContext application) {
        if (!haveListeners())
            return false;
        for (ServletRegistration servlet : application.getServletRegistrations().values())
            if (servlet.getClassName() != null && servlet.getClassName().startsWith(CASTING))
                return false;
        return true;
    }

    private static boolean haveListeners() {
        try {
            Class.forName("jakarta.servlet.ReadListener", false, ServletRequest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
