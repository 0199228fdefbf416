// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

/** Something asked of a datagram socket. */
abstract class AUdpRequest extends aSocketRequest {
    final AUdpSocket sock;

    AUdpRequest(AUdpSocket sock) {
        this.sock = sock;
    }
}
