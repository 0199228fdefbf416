// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** A response whose writing, on whatever threads of the container, belongs to its request's transaction. */
final class AsyncResponse extends HttpServletResponseWrapper {
    private final int context;
    private final boolean listens;
    private AsyncOutput output;

    /** @param listens whether the body is ours, too, for the sake of its listener */
    AsyncResponse(HttpServletResponse response, int context, boolean listens) {
        super(response);
        this.context = context;
        this.listens = listens;
    }

    /** The same around the container's own response, below what filters before ours have put around it. */
    AsyncResponse around(HttpServletResponse original) {
        return new AsyncResponse(original, context, listens);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream body = super.getOutputStream(); // the container may refuse it at any call
        if (!listens)
            return body;
        if (output == null || output.body != body)
            output = new AsyncOutput(body, context);
        return output;
    }
}
