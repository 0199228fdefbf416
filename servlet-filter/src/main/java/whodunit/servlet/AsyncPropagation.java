// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The container's AsyncContext, with the request's context attached wherever the container calls back. */
final class AsyncPropagation implements AsyncContext {
    private final AsyncContext async;
    private final AsyncRequest request;
    private final AsyncResponse response;
    private final int context;

    AsyncPropagation(AsyncContext async, AsyncRequest request, AsyncResponse response, int context) {
        this.async = async;
        this.request = request;
        this.response = response;
        this.context = context;
    }

    @Override
    public void start(Runnable task) {
        async.start(() -> {
            try (Attached attached = new Attached(context)) {
                task.run();
            }
        });
    }

    @Override
    public void addListener(AsyncListener listener) {
        async.addListener(new Listener(listener));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        async.addListener(new Listener(listener), request, response);
    }

    /**
     * Where the container has its own request, which {@code startAsync()} leaves it with, the application gets one of
     * ours.
     */
    @Override
    public ServletRequest getRequest() {
        ServletRequest current = async.getRequest();
        if (current == request.getRequest())
            return request;
        return request.isWrapperFor(current) ? request.around((HttpServletRequest) current) : current;
    }

    /** As {@link #getRequest}. */
    @Override
    public ServletResponse getResponse() {
        ServletResponse current = async.getResponse();
        if (current == response.getResponse())
            return response;
        return response.isWrapperFor(current) ? response.around((HttpServletResponse) current) : current;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return async.hasOriginalRequestAndResponse();
    }

    @Override
    public void dispatch() {
        async.dispatch();
    }

    @Override
    public void dispatch(String path) {
        async.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext application, String path) {
        async.dispatch(application, path);
    }

    @Override
    public void complete() {
        async.complete();
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return async.createListener(type);
    }

    @Override
    public void setTimeout(long milliseconds) {
        async.setTimeout(milliseconds);
    }

    @Override
    public long getTimeout() {
        return async.getTimeout();
    }

    private interface Callback {
        void run(AsyncEvent event) throws IOException;
    }

    private final class Listener implements AsyncListener {
        private final AsyncListener listener;

        Listener(AsyncListener listener) {
            this.listener = listener;
        }

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            carried(listener::onComplete, event);
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            carried(listener::onTimeout, event);
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            carried(listener::onError, event);
        }

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            carried(listener::onStartAsync, event);
        }

        private void carried(Callback callback, AsyncEvent event) throws IOException {
            try (Attached attached = new Attached(context)) {
                callback.run(event);
            }
        }
    }
}
