// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import whodunit.harness.Checkout;
import whodunit.harness.KafkaServer;

/** A private Kafka broker on a free port of the loopback interface, not recorded. */
public final class KafkaBroker implements AutoCloseable {
    public final int port;
    private final KafkaServer server;

    private KafkaBroker(KafkaServer server) {
        this.server = server;
        port = server.port();
    }

    /** @param directory for its files */
    public static KafkaBroker start(Path directory) throws IOException, InterruptedException {
        return new KafkaBroker(KafkaServer.start(new Checkout(Whodunit.HOME), Jdk.java(17), directory));
    }

    /** A command that runs a class of Kafka's test application. */
    public static List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Jdk.java(17), "-Xmx256m", "-cp",
                JavaApp.classPath("java-apps/kafka") + ":" + Whodunit.LIB.resolve("whodunit-api.jar"), main));
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    public void close() {
        server.close();
    }
}
