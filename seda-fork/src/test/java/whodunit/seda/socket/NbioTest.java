// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.nbio.NonblockingDatagramSocket;
import seda.nbio.NonblockingInputStream;
import seda.nbio.NonblockingOutputStream;
import seda.nbio.NonblockingServerSocket;
import seda.nbio.NonblockingSocket;
import seda.nbio.SelectItem;
import seda.nbio.SelectSet;
import seda.nbio.Selectable;

@Timeout(60)
class NbioTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void aSetTellsWhatIsReady() throws Exception {
        NonblockingServerSocket server = new NonblockingServerSocket(0);
        assertThat(server.nbAccept()).isNull();
        SelectSet set = new SelectSet();
        SelectItem accepting = new SelectItem(server, "server", Selectable.ACCEPT_READY);
        set.add(accepting);
        assertThat(set.select(0)).isZero();
        NonblockingSocket client = new NonblockingSocket(LOOPBACK, server.getLocalPort(), false);
        assertThat(client.finishConnect(-1)).isTrue();
        assertThat(client.connectDone()).isTrue();
        assertThat(set.select(-1)).isEqualTo(1);
        assertThat(set.getEvents()).containsExactly(accepting);
        NonblockingSocket accepted = server.accept();

        SelectItem reading = new SelectItem(accepted, Selectable.READ_READY);
        set.add(reading);
        assertThat(set.select(0)).isZero();
        NonblockingInputStream in = (NonblockingInputStream) accepted.getInputStream();
        assertThat(in.nbRead()).isEqualTo(-1);
        assertThat(in.read(new byte[1])).isZero();
        NonblockingOutputStream out = (NonblockingOutputStream) client.getOutputStream();
        assertThat(out.nbWrite("abc".getBytes())).isEqualTo(3);
        assertThat(set.select(-1)).isEqualTo(1);
        assertThat(set.getEvents(Selectable.READ_READY)).containsExactly(reading);
        assertThat(in.nbRead()).isEqualTo('a');
        byte[] rest = new byte[10];
        assertThat(in.read(rest)).isEqualTo(2);
        assertThat(Arrays.copyOf(rest, 2)).isEqualTo("bc".getBytes());

        reading.events = Selectable.WRITE_READY;
        set.update(reading);
        assertThat(set.select(-1)).isEqualTo(1);
        assertThat(reading.returnedEvents()).isEqualTo(Selectable.WRITE_READY);
        set.remove(reading);
        assertThat(set.size()).isEqualTo(1);
        client.close();
        assertThat(in.read()).isEqualTo(-1);
        accepted.close();
        server.close();
    }

    @Test
    void streamsWaitWhereTheirContractSaysSo() throws Exception {
        NonblockingServerSocket server = new NonblockingServerSocket(0);
        server.setSoTimeout(20);
        assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        server.setSoTimeout(0);
        NonblockingSocket client = new NonblockingSocket("localhost", server.getLocalPort());
        NonblockingSocket accepted = server.accept();
        byte[] much = new byte[10_000_000];
        Arrays.fill(much, (byte) 7);
        Thread writer = new Thread(() -> {
            try {
                client.getOutputStream().write(much);
                client.close();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        InputStream in = accepted.getInputStream();
        byte[] buffer = new byte[100_000];
        long got = 0;
        for (int n; (n = in.read()) >= 0; got++) {
            assertThat(n).isEqualTo(7);
            got += Math.max(0, in.read(buffer));
        }
        assertThat(got).isEqualTo(much.length);
        writer.join();
        accepted.close();
        server.close();
        assertThatThrownBy(() -> new NonblockingSocket(LOOPBACK, server.getLocalPort()))
                .isInstanceOf(java.io.IOException.class);
        NonblockingSocket refused = new NonblockingSocket(LOOPBACK, freePort(), false);
        assertThatThrownBy(() -> refused.finishConnect(-1)).isInstanceOf(SocketException.class);
    }

    private static int freePort() throws Exception {
        NonblockingServerSocket taken = new NonblockingServerSocket(0);
        int port = taken.getLocalPort();
        taken.close();
        return port;
    }

    @Test
    void datagrams() throws Exception {
        try (NonblockingDatagramSocket a = new NonblockingDatagramSocket(0, LOOPBACK);
                NonblockingDatagramSocket b = new NonblockingDatagramSocket(0, LOOPBACK)) {
            DatagramPacket in = new DatagramPacket(new byte[100], 100);
            assertThat(b.nbReceive(in)).isZero();
            assertThat(a.nbSend("hello".getBytes(), 0, 5, LOOPBACK, b.getLocalPort())).isEqualTo(5);
            b.receive(in);
            assertThat(in.getLength()).isEqualTo(5);
            assertThat(in.getPort()).isEqualTo(a.getLocalPort());
            a.connect(LOOPBACK, b.getLocalPort());
            assertThat(a.getPort()).isEqualTo(b.getLocalPort());
            a.send(new DatagramPacket("x".getBytes(), 1));
            DatagramPacket second = new DatagramPacket(new byte[100], 100);
            b.receive(second);
            assertThat(second.getLength()).isEqualTo(1);
        }
    }
}
