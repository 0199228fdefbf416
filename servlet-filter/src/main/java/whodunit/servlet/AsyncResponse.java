package whodunit.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** A response whose writing, on whatever threads of the container, belongs to its request's transaction. */
final class AsyncResponse extends HttpServletResponseWrapper {
    private final int context;
    private AsyncOutput output;

    AsyncResponse(HttpServletResponse response, int context) {
        super(response);
        this.context = context;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream body = super.getOutputStream(); // the container may refuse it at any call
        if (!AsyncRequest.NON_BLOCKING)
            return body;
        if (output == null || output.body != body)
            output = new AsyncOutput(body, context);
        return output;
    }
}
