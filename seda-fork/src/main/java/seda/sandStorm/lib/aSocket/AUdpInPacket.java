// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.DatagramPacket;
import seda.sandStorm.api.QueueElementIF;

/** A datagram that has arrived. Sequence numbers start at 1; 0 means that the packet has none. */
public class AUdpInPacket implements QueueElementIF {
    private final AUdpSocket socket;
    private final DatagramPacket packet;
    private final long sequenceNumber;

    public AUdpInPacket(AUdpSocket socket, DatagramPacket packet) {
        this(socket, packet, 0);
    }

    public AUdpInPacket(AUdpSocket socket, DatagramPacket packet, long sequenceNumber) {
        this.socket = socket;
        this.packet = packet;
        this.sequenceNumber = sequenceNumber;
    }

    public AUdpSocket getSocket() {
        return socket;
    }

    /** Also tells who has sent it. */
    public DatagramPacket getPacket() {
        return packet;
    }

    public byte[] getBytes() {
        return packet.getData();
    }

    public int size() {
        return packet.getLength();
    }

    public long getSequenceNumber() {
        return sequenceNumber;
    }

    @Override
    public String toString() {
        return "AUdpInPacket [" + packet.getSocketAddress() + ", " + size() + " bytes, number " + sequenceNumber + "]";
    }
}
