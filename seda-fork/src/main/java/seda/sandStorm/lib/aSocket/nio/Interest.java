// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;

/** Changes what a key waits for, also while another thread may close its channel. */
final class Interest {
    private Interest() {}

    static void set(SelectionKey key, int events) {
        try {
            if (key.interestOps() != events)
                key.interestOps(events);
        } catch (CancelledKeyException e) {
            // there is nothing to wait for any more
        }
    }
}
