// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

/** The write stage has found a connection broken: its reader must be told, by the stage that serves the reader. */
class ATcpLostNotice extends aSocketRequest {
    final SockState state;

    ATcpLostNotice(SockState state) {
        this.state = state;
    }

    @Override
    boolean isRead() {
        return true;
    }
}
