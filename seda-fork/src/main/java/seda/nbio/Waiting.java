// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.Selector;

/** For the few operations here that do wait. */
final class Waiting {
    private Waiting() {}

    static void until(SelectableChannel channel, int ready) throws IOException {
        until(channel, ready, 0);
    }

    /** @param timeoutMillis 0: forever */
    static void until(SelectableChannel channel, int ready, long timeoutMillis) throws IOException {
        try (Selector selector = Selector.open()) {
            channel.register(selector, ready);
            selector.select(timeoutMillis);
        }
    }
}
