// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.DatagramPacket;
import java.net.InetAddress;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/** A datagram to send: to the address it names, or to the peer of a connected socket. */
public class AUdpPacket extends BufferElement {
    /** Null: to the connected peer. */
    public InetAddress address;
    public int port;

    public AUdpPacket(byte[] data) {
        super(data);
    }

    public AUdpPacket(byte[] data, SinkIF compQ) {
        super(data, compQ);
    }

    public AUdpPacket(byte[] data, int offset, int size) {
        super(data, offset, size);
    }

    public AUdpPacket(byte[] data, int offset, int size, SinkIF compQ) {
        super(data, offset, size, compQ);
    }

    public AUdpPacket(byte[] data, int offset, int size, SinkIF compQ, InetAddress address, int port) {
        super(data, offset, size, compQ);
        this.address = address;
        this.port = port;
    }

    public AUdpPacket(int size) {
        super(size);
    }

    public AUdpPacket(DatagramPacket packet) {
        this(packet, null);
    }

    public AUdpPacket(DatagramPacket packet, SinkIF compQ) {
        this(packet.getData(), packet.getOffset(), packet.getLength(), compQ, packet.getAddress(), packet.getPort());
    }

    public InetAddress getAddress() {
        return address;
    }

    public int getPort() {
        return port;
    }
}
