// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.thrift;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/**
 * One of two servers of Thrift's, and its client with two connections at once, each of which calls both methods in
 * turns. Arguments: "server" or "client", "pool" or "selector", port; of the client, rounds.
 */
public final class Shop {
    private Shop() {}

    public static void main(String[] arguments) throws Exception {
        boolean pool = arguments[1].equals("pool");
        int port = Integer.parseInt(arguments[2]);
        if (arguments[0].equals("server")) {
            TServer server = server(pool, port);
            System.out.println("the shop is open");
            server.serve();
            return;
        }
        int rounds = Integer.parseInt(arguments[3]);
        Thread other = new Thread(() -> call(pool, port, rounds, "big", "small"));
        other.start();
        call(pool, port, rounds, "small", "big");
        other.join();
    }

    private static TServer server(boolean pool, int port) throws TTransportException {
        return pool
                ? new TThreadPoolServer(
                        new TThreadPoolServer.Args(new TServerSocket(port)).processor(new Orders.Processor()))
                : new TThreadedSelectorServer(new TThreadedSelectorServer.Args(new TNonblockingServerSocket(port))
                        .processor(new Orders.Processor()));
    }

    private static void call(boolean pool, int port, int rounds, String first, String second) {
        try {
            TTransport socket = new TSocket("127.0.0.1", port);
            try (TTransport transport = pool ? socket : new TFramedTransport(socket)) {
                transport.open();
                Orders.Client client = new Orders.Client(new TBinaryProtocol(transport));
                for (int i = 0; i < rounds; i++) {
                    System.out.println(client.ask(first, "please "));
                    System.out.println(client.ask(second, "please "));
                }
            }
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }
}
