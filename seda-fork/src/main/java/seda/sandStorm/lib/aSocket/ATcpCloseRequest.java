// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Asks to close a connection when everything before it has been written. */
public class ATcpCloseRequest extends aSocketRequest implements QueueElementIF {
    final ATcpConnection conn;
    /** Where the SinkClosedEvent goes; may be null. */
    public SinkIF compQ;

    ATcpCloseRequest(ATcpConnection conn, SinkIF compQ) {
        this.conn = conn;
        this.compQ = compQ;
    }
}
