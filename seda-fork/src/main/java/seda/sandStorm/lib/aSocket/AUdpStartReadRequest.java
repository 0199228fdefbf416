// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Asks to push a socket's datagrams to a sink. */
public class AUdpStartReadRequest extends AUdpRequest implements QueueElementIF {
    final SinkIF compQ;
    final int readClogTries;

    public AUdpStartReadRequest(AUdpSocket sock, SinkIF compQ, int readClogTries) {
        super(sock);
        this.compQ = compQ;
        this.readClogTries = readClogTries;
    }

    @Override
    boolean isRead() {
        return true;
    }
}
