// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Performs requests one after the other until it is stopped, beside a load that goes on meanwhile. */
public abstract class OneAtATime implements Runnable {
    private volatile boolean running = true;

    /** Until {@link #stop}. */
    @Override
    public final void run() {
        try {
            prepare();
            while (running)
                perform();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What comes before the requests that count. */
    protected abstract void prepare() throws IOException, InterruptedException;

    /** The next request, or a round of them. */
    protected abstract void perform() throws IOException, InterruptedException;

    protected final boolean isRunning() {
        return running;
    }

    /** After the request, or the round, at hand. */
    public void stop() {
        running = false;
    }
}
