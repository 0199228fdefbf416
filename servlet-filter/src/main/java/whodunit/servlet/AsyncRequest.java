// SPDX-License-Identifier: Apache-2.0
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
    private final AsyncResponse response;
    private final int context;
    private final boolean listens;
    private AsyncInput input;

    /** @param listens whether the body is ours, too, for the sake of its listener */
    AsyncRequest(HttpServletRequest request, AsyncResponse response, int context, boolean listens) {
        super(request);
        this.response = response;
        this.context = context;
        this.listens = listens;
    }

    /** The same around the container's own request, below what filters before ours have put around it. */
    AsyncRequest around(HttpServletRequest original) {
        return new AsyncRequest(original, response, context, listens);
    }

    /** The application began its asynchronous work with a request of ours, so that is dispatched again. */
    static boolean isWithin(ServletRequest request) {
        return request instanceof AsyncRequest || request instanceof ServletRequestWrapper
                && ((ServletRequestWrapper) request).isWrapperFor(AsyncRequest.class);
    }

    @Override
    public AsyncContext startAsync() {
        return propagation(super.startAsync());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return propagation(super.startAsync(request, response));
    }

    @Override
    public AsyncContext getAsyncContext() {
        return propagation(super.getAsyncContext());
    }

    private AsyncContext propagation(AsyncContext async) {
        return new AsyncPropagation(async, this, response, context);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        ServletInputStream body = super.getInputStream(); // the container may refuse it at any call
        if (!listens)
            return body;
        if (input == null || input.body != body)
            input = new AsyncInput(body, context);
        return input;
    }
}
