// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import whodunit.agent.api.Whodunit;

/**
 * What messages/pair.c calls caller, in a JVM: asks "foo" and "bar" so often in turns, under transactions of these
 * names, on two connections one after the other. Arguments: port, rounds.
 */
public final class Caller {
    private static final int CONNECTIONS = 2, TRIES = 200;

    private Caller() {}

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[1]);
        for (int i = 0; i < CONNECTIONS; i++)
            try (Socket socket = connect(Integer.parseInt(arguments[0]))) {
                for (int round = 0; round < rounds; round++) {
                    foo(socket);
                    bar(socket);
                }
            }
    }

    /** To a callee that may not listen yet. */
    static Socket connect(int port) throws IOException, InterruptedException {
        for (int tries = 0;; tries++)
            try {
                return new Socket(InetAddress.getByName("127.0.0.1"), port);
            } catch (IOException e) {
                if (tries == TRIES)
                    throw e;
                Thread.sleep(20);
            }
    }

    private static void foo(Socket socket) throws IOException {
        ask(socket, "foo");
    }

    private static void bar(Socket socket) throws IOException {
        ask(socket, "bar");
    }

    private static void ask(Socket socket, String what) throws IOException {
        byte[] request = what.getBytes(StandardCharsets.US_ASCII);
        int before = Whodunit.begin(what);
        socket.getOutputStream().write(request);
        InputStream answer = socket.getInputStream();
        if (answer.readNBytes(request.length).length != request.length)
            throw new IOException("the callee is gone");
        Whodunit.end(before);
    }
}
