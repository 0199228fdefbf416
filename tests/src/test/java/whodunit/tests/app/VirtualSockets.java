// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import whodunit.agent.api.Whodunit;

/**
 * Virtual threads of many transaction types that wait for answers of a server and share nothing else: for JDK 21 and
 * later. The first of them starts the threads of the JDK that wait for all of them.
 */
public final class VirtualSockets {
    private static final int CLIENTS = 12, ROUNDS = 40;

    private VirtualSockets() {}

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> accept(server));
            accepting.setDaemon(true);
            accepting.start();
            ExecutorService threads = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor")
                    .invoke(null);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String type = "type " + i;
                all.add(threads.submit(() -> ask(server, type)));
            }
            for (Future<?> one : all)
                one.get();
        }
        System.out.println("all asked");
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread answering = new Thread(() -> answer(socket));
                answering.setDaemon(true);
                answering.start();
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            for (int b; (b = socket.getInputStream().read()) >= 0;) {
                Thread.sleep(2);
                socket.getOutputStream().write(b);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object ask(ServerSocket server, String type) throws IOException {
        int previous = Whodunit.begin(type);
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            for (int i = 0; i < ROUNDS; i++) {
                socket.getOutputStream().write(i);
                socket.getInputStream().read();
            }
        }
        Whodunit.end(previous);
        return null;
    }
}
