// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkCloggedEvent;
import seda.sandStorm.api.SinkDrainedEvent;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.NullElement;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.lib.aSocket.ATcpClientSocket;
import seda.sandStorm.lib.aSocket.ATcpConnectFailedEvent;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import seda.sandStorm.lib.aSocket.ATcpListenFailedEvent;
import seda.sandStorm.lib.aSocket.ATcpListenSuccessEvent;
import seda.sandStorm.lib.aSocket.ATcpServerSocket;
import seda.sandStorm.lib.aSocket.ATcpServerSocketClosedEvent;
import seda.sandStorm.lib.aSocket.aSocketInputStream;
import whodunit.seda.Events;
import whodunit.seda.Running;

/** Real connections on loopback; where it matters, the other end is a plain socket of the JDK. */
class TcpTest {
    private static Running sandstorm;

    @BeforeAll
    static void start() throws Exception {
        sandstorm = new Running();
    }

    @AfterAll
    static void stop() {
        sandstorm.close();
    }

    private final Events accepted = new Events();

    private ATcpServerSocket listen(int writeClogThreshold) throws Exception {
        ATcpServerSocket server = new ATcpServerSocket(0, accepted, writeClogThreshold);
        assertThat(accepted.next(ATcpListenSuccessEvent.class).getSocket()).isSameAs(server);
        return server;
    }

    private static Socket plain(ATcpServerSocket server) throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** A server, a plain socket that it has accepted, and its own end of that. */
    private record Accepted(ATcpServerSocket server, Socket peer, ATcpConnection conn) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            peer.close();
            server.close();
        }
    }

    private Accepted accept(int writeClogThreshold) throws Exception {
        ATcpServerSocket server = listen(writeClogThreshold);
        return new Accepted(server, plain(server), accepted.next(ATcpConnection.class));
    }

    @Test
    void bytesArriveInOrderWhateverTheSizesOfBuffers() throws Exception {
        ATcpServerSocket server = listen(-1);
        Events client = new Events();
        new ATcpClientSocket(InetAddress.getLoopbackAddress(), server.getLocalPort(), client);
        ATcpConnection there = client.next(ATcpConnection.class), here = accepted.next(ATcpConnection.class);
        echo(here);
        Events replies = new Events(), written = new Events();
        there.startReader(replies);
        byte[] sent = new byte[5_000_000];
        Random random = new Random(1);
        random.nextBytes(sent);
        int buffers = 0;
        for (int done = 0, n; done < sent.length; done += n) {
            n = Math.min(sent.length - done, random.nextInt(4) == 0 ? random.nextInt(300_000) : random.nextInt(2000));
            there.enqueue(new BufferElement(sent, done, n, written));
            buffers++;
        }
        there.flush(written);
        for (int i = 0; i < buffers; i++)
            assertThat(written.next(SinkDrainedEvent.class).sink).isSameAs(there);
        assertThat(written.next(SinkFlushedEvent.class).sink).isSameAs(there);
        assertThat(there.size()).isZero();
        assertThat(receive(replies, sent.length)).isEqualTo(sent);

        there.close(written);
        assertThat(written.next(SinkClosedEvent.class).sink).isSameAs(there);
        Events.until(here, ATcpConnection::isClosed);
        server.close();
        accepted.next(ATcpServerSocketClosedEvent.class);
    }

    private static void echo(ATcpConnection conn) {
        conn.startReader(new SimpleSink() {
            @Override
            public void enqueue(QueueElementIF element) throws SinkException {
                if (element instanceof ATcpInPacket packet)
                    conn.enqueue(packet.getBufferElement());
            }
        });
    }

    private static byte[] receive(Events packets, int length) throws Exception {
        aSocketInputStream in = new aSocketInputStream();
        byte[] received = new byte[length];
        for (int done = 0, n; done < length; done += n) {
            while ((n = in.read(received, done, length - done)) <= 0)
                in.addPacket(packets.next(ATcpInPacket.class));
        }
        return received;
    }

    @Test
    void failuresAreTold() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
            ATcpServerSocket server = new ATcpServerSocket(port, accepted);
            assertThat(accepted.next(ATcpListenFailedEvent.class).getSocket()).isSameAs(server);
            assertThat(server.getLocalPort()).isEqualTo(-1);
        }
        Events client = new Events();
        ATcpClientSocket socket = new ATcpClientSocket("localhost", port, client);
        assertThat(client.next(ATcpConnectFailedEvent.class).getSocket()).isSameAs(socket);
    }

    @Test
    void theReaderIsToldOfTheEndOnceAndTheSinkIsClosed() throws Exception {
        ATcpServerSocket server = listen(-1);
        for (boolean reset : new boolean[] {false, true}) {
            Socket peer = plain(server);
            ATcpConnection conn = accepted.next(ATcpConnection.class);
            Events read = new Events();
            conn.startReader(read);
            peer.getOutputStream().write("hello".getBytes());
            assertThat(read.next(ATcpInPacket.class).size()).isEqualTo(5);
            peer.setSoLinger(reset, 0);
            peer.close();
            assertThat(read.next(SinkClosedEvent.class).sink).isSameAs(conn);
            assertThatThrownBy(() -> conn.enqueue(new BufferElement(1))).isInstanceOf(SinkClosedException.class);
            assertThatThrownBy(() -> conn.close(null)).isInstanceOf(SinkClosedException.class);
            assertThat(conn.enqueue_lossy(new BufferElement(1))).isFalse();
            assertThat(read.isEmpty()).isTrue();
        }
        server.close();
    }

    @Test
    void aWriteThatFailsTellsTheReader() throws Exception {
        try (Accepted link = accept(-1)) {
            Events read = new Events(), written = new Events();
            read.full(true); // the end cannot be read: something that was sent is refused before it
            link.conn().startReader(read);
            link.peer().getOutputStream().write(1);
            Thread.sleep(50);
            for (int i = 0; i < 100; i++)
                link.conn().enqueue(new BufferElement(new byte[100_000], written));
            link.peer().setSoLinger(true, 0);
            link.peer().close();
            Events.until(link.conn(), ATcpConnection::isClosed);
            read.full(false);
            read.next(ATcpInPacket.class);
            read.next(SinkClosedEvent.class);
            Events.until(link.conn(), c -> c.size() == 0);
            assertThatThrownBy(() -> link.conn().enqueue(new BufferElement(1))).isInstanceOf(SinkClosedException.class);
        }
    }

    @Test
    void aFullReaderMakesThePeerWaitAndLosesNothing() throws Exception {
        try (Accepted link = accept(-1)) {
            Events read = new Events();
            read.full(true);
            link.conn().startReader(read);
            byte[] sent = new byte[20_000_000];
            new Random(2).nextBytes(sent);
            Thread writer = new Thread(() -> {
                try {
                    link.peer().getOutputStream().write(sent);
                } catch (java.io.IOException e) {
                    throw new AssertionError(e);
                }
            });
            writer.start();
            Thread.sleep(100);
            assertThat(writer.isAlive()).as("the peer still waits").isTrue();
            for (int i = 0; i < 10; i++) {
                read.full(i % 2 == 1);
                Thread.sleep(1);
            }
            read.full(false);
            assertThat(receive(read, sent.length)).isEqualTo(sent);
            writer.join();
        }
    }

    @Test
    void aFullReaderMayLimitTheAttempts() throws Exception {
        try (Accepted link = accept(-1)) {
            Events all = new Events();
            SimpleSink refuses = new SimpleSink() {
                @Override
                public void enqueue(QueueElementIF element) throws SinkException {
                    if (element instanceof ATcpInPacket)
                        throw new seda.sandStorm.api.SinkFullException("never");
                    all.enqueue(element);
                }
            };
            link.conn().startReader(refuses, 3);
            link.peer().getOutputStream().write("lost".getBytes());
            SinkCloggedEvent clogged = all.next(SinkCloggedEvent.class);
            assertThat(clogged.sink).isSameAs(link.conn());
            assertThat(((ATcpInPacket) clogged.element).size()).isEqualTo(4);
            link.conn().startReader(all);
            link.peer().getOutputStream().write("found".getBytes());
            assertThat(all.next(ATcpInPacket.class).size()).isEqualTo(5);
        }
    }

    @Test
    void tooManyWritesAreClogged() throws Exception {
        try (Accepted link = accept(10)) {
            Events written = new Events();
            byte[] data = new byte[1_000_000];
            int buffers = 100;
            for (int i = 0; i < buffers; i++)
                link.conn().enqueue(new BufferElement(data, written));
            Events.until(link.conn(), c -> c.size() <= 10);
            long arrived = 0;
            link.conn().close(written);
            InputStream in = link.peer().getInputStream();
            for (int n; (n = in.read(data)) >= 0;)
                arrived += n;
            List<QueueElementIF> events = new ArrayList<>();
            do
                events.add(written.next(QueueElementIF.class));
            while (!(events.get(events.size() - 1) instanceof SinkClosedEvent));
            long drained = events.stream().filter(SinkDrainedEvent.class::isInstance).count();
            long clogged = events.stream().filter(SinkCloggedEvent.class::isInstance).count();
            assertThat(clogged).isPositive();
            assertThat(drained + clogged).isEqualTo(buffers);
            assertThat(arrived).isEqualTo(drained * data.length);
        }
    }

    @Test
    void whatWasEnqueuedBeforeCloseIsStillWritten() throws Exception {
        try (Accepted link = accept(-1)) {
            byte[] data = new byte[10_000_000];
            new Random(3).nextBytes(data);
            link.conn().enqueue(new BufferElement(data));
            Events closed = new Events();
            link.conn().close(closed);
            assertThat(Arrays.equals(link.peer().getInputStream().readAllBytes(), data)).isTrue();
            closed.next(SinkClosedEvent.class);
        }
    }

    @Test
    void clientsWaitWhileAcceptingIsSuspended() throws Exception {
        ATcpServerSocket server = listen(-1);
        server.suspendAccept();
        try (Socket peer = plain(server)) {
            Thread.sleep(100);
            assertThat(accepted.isEmpty()).isTrue();
            server.resumeAccept();
            assertThat(accepted.next(ATcpConnection.class).getPort()).isEqualTo(peer.getLocalPort());
        }
        server.close();
    }

    @Test
    void onlyBuffersCanBeWritten() throws Exception {
        try (Accepted link = accept(-1)) {
            assertThatThrownBy(() -> link.conn().enqueue(new NullElement()))
                    .isInstanceOf(BadQueueElementException.class);
            assertThatThrownBy(
                    () -> link.conn().enqueue_many(new QueueElementIF[] {new BufferElement(1), new NullElement()}))
                    .isInstanceOf(BadQueueElementException.class);
            link.conn().enqueue_many(new QueueElementIF[] {new BufferElement("a".getBytes()), new BufferElement(0),
                    new BufferElement("b".getBytes())});
            assertThat(link.peer().getInputStream().readNBytes(2)).isEqualTo("ab".getBytes());
        }
    }

    /** The original forgets ready sockets when a selection finds nothing new. */
    @Test
    void noneOfManyConnectionsStalls() throws Exception {
        ATcpServerSocket server = listen(-1);
        List<Socket> peers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            peers.add(plain(server));
            echo(accepted.next(ATcpConnection.class));
        }
        byte[] message = new byte[100];
        for (int round = 0; round < 20; round++) {
            for (Socket peer : peers)
                peer.getOutputStream().write(message);
            for (Socket peer : peers)
                assertThat(peer.getInputStream().readNBytes(message.length)).hasSize(message.length);
        }
        for (Socket peer : peers)
            peer.close();
        server.close();
    }

    @Test
    void noDescriptorIsLeftOpen() throws Exception {
        ATcpServerSocket server = listen(-1);
        long before = Descriptors.sockets();
        for (int i = 0; i < 300; i++)
            try (Socket peer = plain(server)) {
                ATcpConnection conn = accepted.next(ATcpConnection.class);
                if (i % 4 > 0)
                    echo(conn);
                if (i % 4 > 1) {
                    peer.getOutputStream().write(i);
                    peer.getInputStream().read();
                }
                if (i % 4 > 2 || i % 4 == 0)
                    conn.close(null);
                peer.setSoLinger(i % 3 == 0, 0);
            }
        Events.until(before, b -> Descriptors.sockets() <= b);
        server.close();
    }
}
