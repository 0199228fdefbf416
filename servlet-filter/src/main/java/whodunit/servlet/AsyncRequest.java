package whodunit.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

/** A request whose asynchronous work, on whatever threads of the container, belongs to its transaction. */
final class AsyncRequest extends HttpServletRequestWrapper {
    private final int context;

    AsyncRequest(HttpServletRequest request, int context) {
        super(request);
        this.context = context;
    }

    @Override
    public AsyncContext startAsync() {
        return new AsyncCarrier(super.startAsync(), context);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return new AsyncCarrier(super.startAsync(request, response), context);
    }

    @Override
    public AsyncContext getAsyncContext() {
        return new AsyncCarrier(super.getAsyncContext(), context);
    }
}
