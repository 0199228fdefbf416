// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/** A request's body, with the request's context attached wherever the container calls the application's listener. */
final class AsyncInput extends ServletInputStream {
    /** The container's. */
    final ServletInputStream body;

    private final int context;

    AsyncInput(ServletInputStream body, int context) {
        this.body = body;
        this.context = context;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        body.setReadListener(listener == null ? null : new Listener(listener));
    }

    @Override
    public boolean isReady() {
        return body.isReady();
    }

    @Override
    public boolean isFinished() {
        return body.isFinished();
    }

    @Override
    public int read() throws IOException {
        return body.read();
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        return body.read(bytes);
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws IOException {
        return body.read(bytes, start, length);
    }

    @Override
    public int readLine(byte[] bytes, int start, int length) throws IOException {
        return body.readLine(bytes, start, length);
    }

    @Override
    public long skip(long bytes) throws IOException {
        return body.skip(bytes);
    }

    @Override
    public int available() throws IOException {
        return body.available();
    }

    @Override
    public boolean markSupported() {
        return body.markSupported();
    }

    @Override
    public void mark(int limit) {
        body.mark(limit);
    }

    @Override
    public void reset() throws IOException {
        body.reset();
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private final class Listener implements ReadListener {
        private final ReadListener listener;

        Listener(ReadListener listener) {
            this.listener = listener;
        }

        @Override
        public void onDataAvailable() throws IOException {
            try (Attached attached = new Attached(context)) {
                listener.onDataAvailable();
            }
        }

        @Override
        public void onAllDataRead() throws IOException {
            try (Attached attached = new Attached(context)) {
                listener.onAllDataRead();
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
