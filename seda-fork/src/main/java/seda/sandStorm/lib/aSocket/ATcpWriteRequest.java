// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.core.BufferElement;

/** Asks to write a buffer to a connection. */
public class ATcpWriteRequest extends aSocketRequest implements QueueElementIF {
    public ATcpConnection conn;
    public BufferElement buf;

    public ATcpWriteRequest(ATcpConnection conn, BufferElement buf) {
        this.conn = conn;
        this.buf = buf;
    }
}
