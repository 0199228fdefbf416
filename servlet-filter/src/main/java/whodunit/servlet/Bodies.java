package whodunit.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.ConcurrentHashMap;

/** Which servlets' bodies may be others than the container's own. */
final class Bodies {
    /** Spring WebFlux before 6, as a web application, casts the streams to its container's classes. */
    private static final String CASTING = "org.springframework.http.server.reactive.";

    /** The container's streams take listeners: Servlet 3.1. */
    private static final boolean NON_BLOCKING = hasListeners();

    private final ServletContext application;
    private final ConcurrentHashMap<String, Boolean> known = new ConcurrentHashMap<>();

    Bodies(ServletContext application) {
        this.application = application;
    }

    /** Whether what the servlet's listeners do can be told, and the servlet stands it. */
    boolean mayListen(HttpServletRequest request) {
        String servlet = NON_BLOCKING ? TransactionName.servlet(request) : null;
        if (servlet == null)
            return NON_BLOCKING;
        Boolean may = known.get(servlet);
        return may != null ? may : known.computeIfAbsent(servlet, this::standsOurs);
    }

    private boolean standsOurs(String servlet) {
        ServletRegistration registration = application.getServletRegistration(servlet);
        return registration == null || registration.getClassName() == null || !registration.getClassName().startsWith(CASTING);
    }

    private static boolean hasListeners() {
        try {
            Class.forName("jakarta.servlet.ReadListener", false, ServletRequest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
