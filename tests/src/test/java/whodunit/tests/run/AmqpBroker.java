// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import whodunit.harness.ServerProcess;

/** A private broker that speaks AMQP 0-9-1, on a free port of the loopback interface, not recorded. */
public final class AmqpBroker implements AutoCloseable {
    public final int port;
    private final Server server;

    private AmqpBroker(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /** @param directory for its log */
    public static AmqpBroker start(Path directory) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        AmqpBroker broker = new AmqpBroker(new Server(
                java("-Dport=" + port, "whodunit.apps.rabbit.Broker"), directory.resolve("amqp.log")), port);
        try {
            broker.server.await(() -> broker.server.log().contains("Qpid Broker Ready"));
            return broker;
        } catch (IOException | InterruptedException | AssertionError e) {
            broker.close();
            throw e;
        }
    }

    /** A command that runs a class of the test application for it. */
    public static List<String> java(String... words) {
        List<String> command = new ArrayList<>(List.of(Jdk.java(17), "-Xmx256m", "-cp",
                JavaApp.classPath("java-apps/rabbit") + ":" + Whodunit.LIB.resolve("whodunit-api.jar")));
        command.addAll(List.of(words));
        return command;
    }

    @Override
    public void close() {
        server.close();
    }
}
