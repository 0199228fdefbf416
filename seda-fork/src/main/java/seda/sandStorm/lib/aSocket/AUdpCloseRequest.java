// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Asks to close a datagram socket when everything before it has been sent. */
public class AUdpCloseRequest extends AUdpRequest implements QueueElementIF {
    /** Where the SinkClosedEvent goes; may be null. */
    public SinkIF compQ;

    public AUdpCloseRequest(AUdpSocket sock, SinkIF compQ) {
        super(sock);
        this.compQ = compQ;
    }
}
