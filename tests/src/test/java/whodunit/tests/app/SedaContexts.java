// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkDrainedEvent;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.lib.aDisk.AFile;
import seda.sandStorm.lib.aDisk.AFileIOCompleted;
import seda.sandStorm.lib.aSocket.ATcpClientSocket;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import seda.sandStorm.lib.aSocket.ATcpServerSocket;
import seda.sandStorm.lib.aSocket.AUdpInPacket;
import seda.sandStorm.lib.aSocket.AUdpPacket;
import seda.sandStorm.lib.aSocket.AUdpSocket;
import seda.sandStorm.main.Sandstorm;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: uses sockets and files of the drop-in, and says which events came under a WRONG
 * context.
 */
public final class SedaContexts {
    private static final int A = Whodunit.stage(0, "A"), B = Whodunit.stage(0, "B");
    private static final String READ = "aSocket ReadStage", WRITE = "aSocket WriteStage",
            LISTEN = "aSocket ListenStage", FILE = "aDisk FileStage";
    private static int wrong;

    private SedaContexts() {}

    /** An event, and the context of the thread that has pushed it. */
    private record Seen(QueueElementIF event, int context) {}

    private static final class Watch extends SimpleSink {
        private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

        @Override
        public void enqueue(QueueElementIF event) {
            seen.add(new Seen(event, Whodunit.current()));
        }

        <T> T next(Class<T> type, String what, int context, String stage) throws InterruptedException {
            Seen next = seen.poll(30, TimeUnit.SECONDS);
            int expected = Whodunit.stage(context, stage);
            if (next == null || !type.isInstance(next.event) || next.context != expected) {
                wrong++;
                System.out.println("WRONG " + what + ": expected " + type.getSimpleName() + " under " + expected
                        + ", got " + next);
            }
            return type.cast(next == null ? null : next.event);
        }
    }

    public static void main(String[] args) throws Exception {
        new Sandstorm();
        tcp();
        udp();
        files();
        System.out.println(wrong == 0 ? "all checked" : wrong + " WRONG");
        System.exit(wrong);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void under(int context, Work work) throws Exception {
        int previous = Whodunit.attach(context);
        work.run();
        Whodunit.detach(previous);
    }

    private static void tcp() throws Exception {
        Watch accepted = new Watch(), read = new Watch(), written = new Watch(), connected = new Watch();
        ATcpServerSocket server = new ATcpServerSocket(0, accepted);
        accepted.seen.take();
        under(A, () -> new ATcpClientSocket(InetAddress.getLoopbackAddress(), server.getLocalPort(), connected));
        connected.next(ATcpConnection.class, "connection made", A, WRITE);
        accepted.next(ATcpConnection.class, "client of ours", 0, LISTEN);

        Socket peer = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        ATcpConnection conn = accepted.next(ATcpConnection.class, "client", 0, LISTEN);
        under(A, () -> conn.startReader(read));
        peer.getOutputStream().write(1);
        read.next(ATcpInPacket.class, "packet", 0, READ);

        under(A, () -> conn.enqueue(new BufferElement(new byte[100], written)));
        written.next(SinkDrainedEvent.class, "small write", A, WRITE);
        int buffers = 200;
        for (int i = 0; i < buffers; i++) { // more than the socket takes: written when the peer reads
            int context = i % 3 == 0 ? A : B;
            under(context, () -> conn.enqueue(new BufferElement(new byte[100_000], written)));
        }
        under(B, () -> conn.flush(written));
        under(A, () -> conn.close(written));
        Thread.sleep(200);
        int before = written.seen.size();
        peer.getInputStream().readAllBytes();
        for (int i = 0; i < buffers; i++)
            written.next(SinkDrainedEvent.class, "write " + i, i % 3 == 0 ? A : B, WRITE);
        written.next(SinkFlushedEvent.class, "flush", B, WRITE);
        written.next(SinkClosedEvent.class, "close", A, WRITE);
        System.out.println("tcp: " + (buffers + 2 - before) + " of " + (buffers + 2)
                + " were done when the socket became writable");
        if (before >= buffers)
            wrong++;
    }

    private static void udp() throws Exception {
        Watch read = new Watch(), written = new Watch();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        AUdpSocket socket = new AUdpSocket(loopback, 0, read, 1000, -1);
        under(B, () -> socket.startReader(read));
        under(A, () -> socket.enqueue(new AUdpPacket(new byte[10], 0, 10, written, loopback, socket.getLocalPort())));
        written.next(SinkDrainedEvent.class, "datagram sent", A, WRITE);
        read.next(AUdpInPacket.class, "datagram", 0, READ);
        under(B, () -> socket.close(written));
        written.next(SinkClosedEvent.class, "datagram socket closed", B, WRITE);
    }

    private static void files() throws Exception {
        Path path = Files.createTempFile("whodunit-seda", ".txt");
        Watch done = new Watch();
        AFile file = new AFile(path.toString(), done, true, false);
        int writes = 500;
        for (int i = 0; i < writes; i++) { // they queue up behind each other
            int context = i % 3 == 0 ? A : B;
            under(context, () -> file.write(new BufferElement(10_000)));
        }
        under(A, file::flush);
        under(B, file::close);
        for (int i = 0; i < writes; i++)
            done.next(AFileIOCompleted.class, "file write " + i, i % 3 == 0 ? A : B, FILE);
        done.next(SinkFlushedEvent.class, "file flushed", A, FILE);
        done.next(SinkClosedEvent.class, "file closed", B, FILE);
        Files.delete(path);
    }
}
