// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Begins a transaction for each request that the agent has not named itself, named after the servlet it is mapped to,
 * under the context that came with the request, if any. Forwards, includes, error pages and asynchronous dispatches go
 * on in the same transaction.
 */
public final class TransactionFilter implements Filter {
    private static final String CONTEXT = "whodunit.context";
    /** The agent knows the container and names this request itself. */
    private static final String NAMED_BY_AGENT = "whodunit.request";

    private TransactionName names;
    private boolean listens;

    @Override
    public void init(FilterConfig config) {
        names = new TransactionName(config.getServletContext());
        listens = Bodies.mayBeOurs(config.getServletContext());
    }

    @Override
    public void destroy() {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!Transactions.AVAILABLE || !(request instanceof HttpServletRequest)) {
            chain.doFilter(request, response);
            return;
        }
        HttpServletRequest http = (HttpServletRequest) request;
        int previous = Transactions.current();
        if (previous != 0 && http.getAttribute(NAMED_BY_AGENT) != null) {
            chain.doFilter(request, response);
            return;
        }
        try {
            int context = enter(http, previous);
            if (carriesToThreads(http) && response instanceof HttpServletResponse) {
                AsyncResponse carrying = new AsyncResponse((HttpServletResponse) response, context, listens);
                chain.doFilter(new AsyncRequest(http, carrying, context, listens), carrying);
            } else {
                chain.doFilter(http, response);
            }
        } finally {
            Transactions.attach(previous);
        }
    }

    /** The request's context, which is then this thread's. */
    private int enter(HttpServletRequest request, int previous) {
        // at a request's first dispatch its thread has no transaction yet, and containers look long for an attribute
        boolean first = previous == 0 && request.getDispatcherType() == DispatcherType.REQUEST;
        Object running = first ? null : request.getAttribute(CONTEXT);
        if (running instanceof Integer) {
            if (previous == 0 || !isCalled(request)) // who calls may have begun something of his own
                Transactions.attach((Integer) running);
            return (Integer) running;
        }
        String wire = request.getHeader("baggage") == null || !Transactions.trustsBaggage() ? null
                : Baggage.wire(request.getHeaders("baggage"));
        if (wire != null || previous != 0)
            Transactions.attach(wire == null ? 0 : Transactions.fromWire(wire));
        Transactions.begin(names.of(request));
        int context = Transactions.current();
        request.setAttribute(CONTEXT, context);
        return context;
    }

    /** By a servlet that goes on afterwards. */
    private static boolean isCalled(HttpServletRequest request) {
        DispatcherType type = request.getDispatcherType();
        return type == DispatcherType.FORWARD || type == DispatcherType.INCLUDE;
    }

    /** Only then are request and response wrapped: some applications look for their container's own classes. */
    private static boolean carriesToThreads(HttpServletRequest request) {
        DispatcherType type = request.getDispatcherType();
        return (type == DispatcherType.REQUEST || type == DispatcherType.ASYNC) && request.isAsyncSupported()
                && !AsyncRequest.isWithin(request);
    }
}
