// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** A response's body, with the request's context attached wherever the container calls the application's listener. */
final class AsyncOutput extends ServletOutputStream {
    /** The container's. */
    final ServletOutputStream body;

    private final int context;

    AsyncOutput(ServletOutputStream body, int context) {
        this.body = body;
        this.context = context;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        body.setWriteListener(listener == null ? null : new Listener(listener));
    }

    @Override
    public boolean isReady() {
        return body.isReady();
    }

    @Override
    public void write(int b) throws IOException {
        body.write(b);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        body.write(bytes);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        body.write(bytes, start, length);
    }

    /** All other kinds of print end here. Containers differ in how they encode it. */
    @Override
    public void print(String text) throws IOException {
        body.print(text);
    }

    @Override
    public void flush() throws IOException {
        body.flush();
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private final class Listener implements WriteListener {
        private final WriteListener listener;

        Listener(WriteListener listener) {
            this.listener = listener;
        }

        @Override
        public void onWritePossible() throws IOException {
            try (Attached attached = new Attached(context)) {
                listener.onWritePossible();
            }
        }

        @Override
        public void onError(Throwable error) {
            try (Attached attached = new Attached(context)) {
                listener.onError(error);
            }
        }
    }
}
