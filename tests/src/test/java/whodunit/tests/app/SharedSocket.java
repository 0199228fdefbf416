// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import whodunit.agent.api.Whodunit;

/**
 * Two threads that ask messages/pair.c "foo" and "bar", under transactions of these names, over sockets that they
 * share: mostly one of them writes for both. On the first connection each has once written for itself before there was
 * an answer; the second one begins as HTTP/2 does. Arguments: port, rounds.
 */
public final class SharedSocket {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private SharedSocket() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]), rounds = Integer.parseInt(arguments[1]);
        try (Socket socket = Caller.connect(port)) {
            write("foo", socket, "foo");
            write("bar", socket, "bar");
            socket.getInputStream().readNBytes(6);
            askInTurns(socket, rounds);
        }
        try (Socket socket = Caller.connect(port)) {
            write("foo", socket, PREFACE);
            socket.getInputStream().readNBytes(PREFACE.length());
            askInTurns(socket, rounds);
        }
    }

    /** What the thread at work for the one writes, the other one has asked for. */
    private static void askInTurns(Socket socket, int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            write("foo", socket, "bar");
            socket.getInputStream().readNBytes(3);
            write("bar", socket, "foo");
            socket.getInputStream().readNBytes(3);
        }
    }

    /** On a thread of its own, at work for {@code transaction}. */
    private static void write(String transaction, Socket socket, String bytes) throws InterruptedException {
        Thread thread = new Thread(() -> {
            int before = Whodunit.begin(transaction);
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            Whodunit.end(before);
        });
        thread.start();
        thread.join();
    }
}
