// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramPacket;
import java.net.InetAddress;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkDrainedEvent;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.lib.aSocket.AUdpConnectEvent;
import seda.sandStorm.lib.aSocket.AUdpDisconnectEvent;
import seda.sandStorm.lib.aSocket.AUdpInPacket;
import seda.sandStorm.lib.aSocket.AUdpPacket;
import seda.sandStorm.lib.aSocket.AUdpSocket;
import whodunit.seda.Events;
import whodunit.seda.Running;

class UdpTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static Running sandstorm;

    @BeforeAll
    static void start() throws Exception {
        sandstorm = new Running();
    }

    @AfterAll
    static void stop() {
        sandstorm.close();
    }

    private final Events aEvents = new Events(), bEvents = new Events(), read = new Events(), written = new Events();

    private static AUdpSocket socket(Events events, int maxPacketSize) throws Exception {
        return new AUdpSocket(LOOPBACK, 0, events, maxPacketSize, -1);
    }

    @Test
    void datagramsGoToTheAddressTheyNameAndTellTheirSender() throws Exception {
        AUdpSocket a = socket(aEvents, 100), b = socket(bEvents, 100);
        b.startReader(read);
        byte[] data = "0123456789".getBytes();
        a.enqueue(new AUdpPacket(data, 2, 5, written, LOOPBACK, b.getLocalPort()));
        AUdpInPacket packet = read.next(AUdpInPacket.class);
        assertThat(Arrays.copyOf(packet.getBytes(), packet.size())).isEqualTo("23456".getBytes());
        assertThat(packet.getPacket().getPort()).isEqualTo(a.getLocalPort());
        assertThat(packet.getSocket()).isSameAs(b);
        assertThat(written.next(SinkDrainedEvent.class).sink).isSameAs(a);

        b.enqueue(new AUdpPacket(new DatagramPacket(new byte[500], 500, LOOPBACK, b.getLocalPort())));
        assertThat(read.next(AUdpInPacket.class).size()).as("cut to the greatest size").isEqualTo(100);
        a.close(written);
        b.close(written);
        written.next(SinkClosedEvent.class);
        written.next(SinkClosedEvent.class);
        assertThatThrownBy(() -> a.enqueue(new AUdpPacket(data))).isInstanceOf(SinkClosedException.class);
    }

    @Test
    void connectedSocketsNeedNoAddresses() throws Exception {
        AUdpSocket a = socket(aEvents, 1000), b = socket(bEvents, 1000);
        b.startReader(read);
        a.connect(LOOPBACK, b.getLocalPort());
        assertThat(aEvents.next(AUdpConnectEvent.class).getSocket()).isSameAs(a);
        assertThat(a.getPort()).isEqualTo(b.getLocalPort());
        for (int i = 1; i <= 50; i++)
            a.enqueue(new BufferElement(new byte[i]));
        a.flush(written);
        written.next(SinkFlushedEvent.class);
        for (int i = 1; i <= 50; i++) {
            AUdpInPacket packet = read.next(AUdpInPacket.class);
            assertThat(packet.size()).isEqualTo(i);
            assertThat(packet.getSequenceNumber()).isEqualTo(i);
        }
        a.disconnect();
        aEvents.next(AUdpDisconnectEvent.class);
        assertThat(a.getPort()).isEqualTo(-1);
        a.close(null);
        b.close(null);
    }

    @Test
    void aFullReaderGetsThePacketLater() throws Exception {
        AUdpSocket a = socket(aEvents, 1000), b = socket(bEvents, 1000);
        read.full(true);
        b.startReader(read);
        a.enqueue(new AUdpPacket(new byte[7], 0, 7, written, LOOPBACK, b.getLocalPort()));
        written.next(SinkDrainedEvent.class);
        Thread.sleep(50);
        read.full(false);
        assertThat(read.next(AUdpInPacket.class).size()).isEqualTo(7);
        a.close(null);
        b.close(null);
    }

    @Test
    void whatCannotBeSentHoldsUpNothing() throws Exception {
        AUdpSocket a = socket(aEvents, 1000), b = socket(bEvents, 1000);
        b.startReader(read);
        a.enqueue(new AUdpPacket(new byte[100_000], 0, 100_000, written, LOOPBACK, b.getLocalPort())); // too long
        a.enqueue(new AUdpPacket(new byte[3])); // to nobody
        a.enqueue(new AUdpPacket(new byte[7], 0, 7, written, LOOPBACK, b.getLocalPort()));
        assertThat(read.next(AUdpInPacket.class).size()).isEqualTo(7);
        Events.until(a, s -> s.size() == 0);
        a.close(null);
        b.close(null);
    }
}
