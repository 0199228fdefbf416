// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Asks to be told when everything before it has been sent. */
public class AUdpFlushRequest extends AUdpRequest implements QueueElementIF {
    /** Where the SinkFlushedEvent goes; may be null. */
    final SinkIF compQ;

    public AUdpFlushRequest(AUdpSocket sock, SinkIF compQ) {
        super(sock);
        this.compQ = compQ;
    }
}
