// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.util.Comparator;
import java.util.TreeSet;
import seda.sandStorm.lib.util.MultiByteArrayInputStream;

/** The packets of a connection as a stream, in the order of their numbers, however they are added. */
public class aSocketInputStream extends MultiByteArrayInputStream {
    /** Packets that came before the next one in order. */
    protected TreeSet outoforder;
    protected long nextSeqNum;

    public aSocketInputStream() {
        this(1);
    }

    /** @param nextSeqNum the number of the first packet, e.g. {@link ATcpConnection#getSequenceNumber} */
    public aSocketInputStream(long nextSeqNum) {
        this.nextSeqNum = nextSeqNum;
        outoforder = new TreeSet<ATcpInPacket>(Comparator.comparingLong(ATcpInPacket::getSequenceNumber));
    }

    /** A packet without number is added at once. One that was added before is ignored. */
    @SuppressWarnings("unchecked")
    public synchronized void addPacket(ATcpInPacket packet) {
        if (packet.getSequenceNumber() == 0) {
            append(packet);
            return;
        }
        if (packet.getSequenceNumber() < nextSeqNum)
            return;
        outoforder.add(packet);
        while (!outoforder.isEmpty() && ((ATcpInPacket) outoforder.first()).getSequenceNumber() == nextSeqNum) {
            append((ATcpInPacket) outoforder.pollFirst());
            nextSeqNum++;
        }
    }

    private void append(ATcpInPacket packet) {
        byte[] bytes = packet.getBytes();
        int from = packet.getBufferElement().getOffset();
        boolean whole = from == 0 && bytes.length == packet.size();
        addArray(whole ? bytes : java.util.Arrays.copyOfRange(bytes, from, from + packet.size()));
    }

    /** Forgets all bytes and packets; the next packet in order stays the same. */
    @Override
    public synchronized void clear() {
        super.clear();
        outoforder.clear();
    }

    public synchronized long getNextSequenceNumber() {
        return nextSeqNum;
    }
}
