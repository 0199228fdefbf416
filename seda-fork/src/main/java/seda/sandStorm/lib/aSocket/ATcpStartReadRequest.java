// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.SinkIF;

/** Asks to push a connection's packets to a sink. */
class ATcpStartReadRequest extends aSocketRequest {
    final ATcpConnection conn;
    final SinkIF compQ;
    final int readClogTries;

    ATcpStartReadRequest(ATcpConnection conn, SinkIF compQ, int readClogTries) {
        this.conn = conn;
        this.compQ = compQ;
        this.readClogTries = readClogTries;
    }

    @Override
    boolean isRead() {
        return true;
    }
}
