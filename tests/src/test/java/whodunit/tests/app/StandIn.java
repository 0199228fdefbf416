// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Stands in for a server that is asked by a client's library, and agrees to whatever it is asked. */
final class StandIn {
    private static final int MESSAGE = 2013;

    private interface Answers {
        void to(DataInputStream in, OutputStream out) throws IOException;
    }

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    private StandIn(Answers answers) throws IOException {
        daemon(() -> {
            for (;;) {
                Socket client = socket.accept();
                client.setTcpNoDelay(true);
                daemon(() -> {
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    for (;;)
                        answers.to(in, client.getOutputStream());
                });
            }
        });
    }

    int port() {
        return socket.getLocalPort();
    }

    private interface Serves {
        void run() throws IOException;
    }

    private static void daemon(Serves serves) {
        Thread thread = new Thread(() -> {
            try {
                serves.run();
            } catch (EOFException end) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    static StandIn redis() throws IOException {
        return new StandIn((in, out) -> {
            for (int words = number(in); words > 0; words--) {
                in.skipNBytes(number(in));
                in.skipNBytes(2);
            }
            out.write("+OK\r\n".getBytes());
        });
    }

    /** The one of a line such as "*3". */
    private static int number(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c; (c = in.readUnsignedByte()) != '\n';)
            if (Character.isDigit(c))
                line.append((char) c);
        return Integer.parseInt(line.toString());
    }

    static StandIn mongo() throws IOException {
        BsonDocument agrees = new BsonDocument("ok", new BsonInt32(1))
                .append("isWritablePrimary", BsonBoolean.TRUE).append("helloOk", BsonBoolean.TRUE)
                .append("maxBsonObjectSize", new BsonInt32(1 << 24))
                .append("maxMessageSizeBytes", new BsonInt32(48_000_000))
                .append("maxWriteBatchSize", new BsonInt32(1000))
                .append("minWireVersion", new BsonInt32(0)).append("maxWireVersion", new BsonInt32(21));
        RawBsonDocument raw = new RawBsonDocument(agrees, new BsonDocumentCodec());
        byte[] body = new byte[raw.getByteBuffer().remaining()];
        raw.getByteBuffer().get(body);
        return new StandIn((in, out) -> {
            byte[] head = in.readNBytes(16);
            if (head.length < 16)
                throw new EOFException();
            ByteBuffer asked = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
            in.skipNBytes(asked.getInt(0) - 16);
            ByteBuffer answer = ByteBuffer.allocate(21 + body.length).order(ByteOrder.LITTLE_ENDIAN);
            answer.putInt(answer.capacity()).putInt(0).putInt(asked.getInt(4)).putInt(MESSAGE).putInt(0)
                    .put((byte) 0).put(body);
            out.write(answer.array());
        });
    }
}
