package whodunit.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;

/** A request whose asynchronous work, on whatever threads of the container, belongs to its transaction. */
final class AsyncRequest extends HttpServletRequestWrapper {
    /** The container's streams take listeners: Servlet 3.1. */
    static final boolean NON_BLOCKING = hasListeners();

    private final AsyncResponse response;
    private final int context;
    private AsyncInput input;

    AsyncRequest(HttpServletRequest request, AsyncResponse response, int context) {
        super(request);
        this.response = response;
        this.context = context;
    }

    /** The application began its asynchronous work with a request of ours, so that is dispatched again. */
    static boolean isWithin(ServletRequest request) {
        return request instanceof AsyncRequest || request instanceof ServletRequestWrapper
                && ((ServletRequestWrapper) request).isWrapperFor(AsyncRequest.class);
    }

    @Override
    public AsyncContext startAsync() {
        return carrier(super.startAsync());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return carrier(super.startAsync(request, response));
    }

    @Override
    public AsyncContext getAsyncContext() {
        return carrier(super.getAsyncContext());
    }

    private AsyncContext carrier(AsyncContext async) {
        return new AsyncCarrier(async, this, response, context);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        ServletInputStream body = super.getInputStream(); // the container may refuse it at any call
        if (!NON_BLOCKING)
            return body;
        if (input == null || input.body != body)
            input = new AsyncInput(body, context);
        return input;
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
