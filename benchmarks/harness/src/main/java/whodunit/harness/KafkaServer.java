// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Kafka broker of one's own on the loopback interface, which is not recorded, until it is closed. */
public final class KafkaServer implements AutoCloseable {
    private static final int START_SECONDS = 90;
    private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qk";

    private final ServerProcess process;
    private final int port;

    private KafkaServer(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it; it answers when this returns.
     *
     * @param java  the command
     * @param run   directory for its files
     */
    public static KafkaServer start(Checkout checkout, String java, Path run) throws IOException, InterruptedException {
        int port = ServerProcess.freePort(), controller = ServerProcess.freePort();
        Path settings = run.resolve("broker.properties");
        Files.write(settings, List.of("process.roles=broker,controller", "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controller, "controller.listener.names=CONTROLLER",
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs=" + run.resolve("log"), "offsets.topic.replication.factor=1",
                "transaction.state.log.replication.factor=1", "transaction.state.log.min.isr=1",
                "offsets.topic.num.partitions=1", "group.initial.rebalance.delay.ms=0"));
        List<String> command = List.of(java, "-Xmx256m", "-cp",
                checkout.home().resolve("java-apps/kafka/target/lib") + "/*");
        Program.run(with(command, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString()), run);
        ServerProcess process = ServerProcess.start("kafka", with(command, "kafka.Kafka", settings.toString()),
                Map.of(), run, run.resolve("broker.log"));
        try {
            process.await(() -> {
                try (Socket s = new Socket("127.0.0.1", port)) {
                    return s.isConnected();
                }
            }, START_SECONDS);
            return new KafkaServer(process, port);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private static List<String> with(List<String> command, String... arguments) {
        return Stream.concat(command.stream(), Stream.of(arguments)).toList();
    }

    public int port() {
        return port;
    }

    /** Its files are of no use to anybody, so it need not put them in order. */
    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
