// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.core.BufferElement;

/** Asks to send a buffer as one datagram. */
public class AUdpWriteRequest extends AUdpRequest implements QueueElementIF {
    public BufferElement buf;

    public AUdpWriteRequest(AUdpSocket sock, BufferElement buf) {
        super(sock);
        this.buf = buf;
    }
}
