package whodunit.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Begins a transaction for each request, named after the servlet it is mapped to, under the context that came with the
 * request, if any. Forwards, includes, error pages and asynchronous dispatches go on in the same transaction.
 */
public final class TransactionFilter implements Filter {
    private static final String CONTEXT = "whodunit.context";

    @Override
    public void init(FilterConfig config) {}

    @Override
    public void destroy() {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!Transactions.AVAILABLE || !(request instanceof HttpServletRequest)) {
            chain.doFilter(request, response);
            return;
        }
        int previous = enter((HttpServletRequest) request);
        try {
            chain.doFilter(request, response);
        } finally {
            Transactions.attach(previous);
        }
    }

    private static int enter(HttpServletRequest request) {
        Object running = request.getAttribute(CONTEXT);
        if (running instanceof Integer && request.getDispatcherType() != DispatcherType.REQUEST)
            return Transactions.attach((Integer) running);
        String wire = Baggage.wire(request.getHeaders("baggage"));
        int previous = Transactions.attach(wire == null ? 0 : Transactions.fromWire(wire));
        Transactions.begin(TransactionName.of(request));
        request.setAttribute(CONTEXT, Transactions.current());
        return previous;
    }
}
