// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import whodunit.harness.ServerProcess;

/** A private broker of one of java-apps/, on a free port of the loopback interface, not recorded. */
public final class MessageBroker implements AutoCloseable {
    public final int port;
    private final Server server;
    private final String folder;

    private MessageBroker(Server server, int port, String folder) {
        this.server = server;
        this.port = port;
        this.folder = folder;
    }

    /**
     * Starts it; it answers when this returns.
     *
     * @param directory for its log
     * @param folder    of java-apps/
     * @param ready     what it prints then
     * @param words     its class and arguments
     */
    public static MessageBroker start(Path directory, String folder, String ready, String... words)
            throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = command(folder, Stream.concat(Stream.of("-Dport=" + port), Stream.of(words)));
        Server server = new Server(command, directory.resolve(folder + ".log"));
        try {
            server.await(() -> server.log().contains(ready));
            return new MessageBroker(server, port, folder);
        } catch (IOException | InterruptedException | AssertionError e) {
            server.close();
            throw e;
        }
    }

    /** A command that runs a class of the same folder. */
    public List<String> client(String... words) {
        return command(folder, Stream.of(words));
    }

    private static List<String> command(String folder, Stream<String> words) {
        List<String> command = new ArrayList<>(List.of(Jdk.java(17), "-Xmx256m", "-cp",
                JavaApp.classPath("java-apps/" + folder) + ":" + Whodunit.LIB.resolve("whodunit-api.jar")));
        words.forEach(command::add);
        return command;
    }

    @Override
    public void close() {
        server.close();
    }
}
