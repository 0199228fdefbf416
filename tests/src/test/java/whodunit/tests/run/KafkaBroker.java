// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import whodunit.harness.ServerProcess;

/** A private Kafka broker on a free port of the loopback interface, not recorded. */
public final class KafkaBroker implements AutoCloseable {
    public final int port = ServerProcess.freePort();
    private final Server server;

    private KafkaBroker(Path directory) throws IOException, InterruptedException {
        int controller = ServerProcess.freePort();
        Path settings = directory.resolve("broker.properties");
        Files.write(settings, List.of("process.roles=broker,controller", "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controller, "controller.listener.names=CONTROLLER",
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs=" + directory.resolve("log"), "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1", "group.initial.rebalance.delay.ms=0"));
        Finished.run(java("kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c",
                settings.toString())).checked();
        server = new Server(java("kafka.Kafka", settings.toString()), directory.resolve("broker.log"));
    }

    /** @param directory for its files */
    public static KafkaBroker start(Path directory) throws IOException, InterruptedException {
        KafkaBroker broker = new KafkaBroker(directory);
        try {
            broker.server.await(() -> {
                try (Socket s = new Socket("127.0.0.1", broker.port)) {
                    return s.isConnected();
                }
            });
            return broker;
        } catch (IOException | InterruptedException | AssertionError e) {
            broker.close();
            throw e;
        }
    }

    /** A command that runs a class on the libraries of Kafka, or of its test application. */
    public static List<String> java(String main, String... arguments) {
        Path target = Whodunit.HOME.resolve("java-apps/kafka/target");
        List<String> command = new ArrayList<>(List.of(Jdk.java(17), "-Xmx256m", "-cp", target.resolve("classes") + ":"
                + target.resolve("lib") + "/*:" + Whodunit.LIB.resolve("whodunit-api.jar"), main));
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    public void close() {
        server.close();
    }
}
