// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.SinkIF;

/** Asks to be told when everything before it has been written. */
class ATcpFlushRequest extends aSocketRequest {
    final ATcpConnection conn;
    /** Where the SinkFlushedEvent goes; may be null. */
    final SinkIF compQ;

    ATcpFlushRequest(ATcpConnection conn, SinkIF compQ) {
        this.conn = conn;
        this.compQ = compQ;
    }
}
