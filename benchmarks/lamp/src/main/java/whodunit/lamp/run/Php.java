// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.run;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.ServerProcess;

/** A php-fpm of one's own: a master and a fixed number of workers, which nginx reaches by a Unix socket. */
final class Php implements AutoCloseable {
    static final String TIER = "php";
    private static final boolean ROOT = System.getProperty("user.name").equals("root");

    private final ServerProcess server;
    private final Path socket;

    private Php(ServerProcess server, Path socket) {
        this.server = server;
        this.socket = socket;
    }

    /**
     * Starts it with the machine's php.ini, which names the extensions that WordPress needs.
     *
     * @param clock where workers write what they have used, and the database's; null: nowhere
     */
    static Php start(Path run, int workers, Recording recording, Path clock) throws IOException, InterruptedException {
        Path socket = run.resolve("php.sock");
        Path configuration = run.resolve("php-fpm.conf");
        Files.writeString(configuration, """
                [global]
                error_log = %s
                daemonize = no
                process_control_timeout = 10
                [www]
                %slisten = %s
                pm = static
                pm.max_children = %d
                %s
                """.formatted(run.resolve("php-error.log"), ROOT ? "user = root\n" : "", socket, workers,
                clock == null ? "" : clock(run, clock)));
        List<String> command = new ArrayList<>(recording.prefix(TIER));
        command.addAll(List.of(program(), "--nodaemonize", "--fpm-config", configuration.toString()));
        if (ROOT)
            command.add("--allow-to-run-as-root");
        ServerProcess server = ServerProcess.start("php-fpm", command, Map.of(), run, run.resolve("php.log"));
        try {
            server.await(() -> answers(socket), 60);
            return new Php(server, socket);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static String clock(Path run, Path clock) throws IOException {
        return """
                php_admin_value[auto_prepend_file] = %s
                env[WHODUNIT_LAMP_CLOCK] = %s
                """.formatted(WordPress.resource("clock.php", run), clock);
    }

    /** Debian's has the version in its name. */
    private static String program() throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(Path.of("/usr/sbin"), "php-fpm*")) {
            for (Path program : found)
                return program.toString();
        }
        throw new IOException("php-fpm is not installed; run: whodunit setup");
    }

    private static boolean answers(Path socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return Files.exists(socket) && channel.connect(UnixDomainSocketAddress.of(socket));
        }
    }

    Path socket() {
        return socket;
    }

    ServerProcess server() {
        return server;
    }

    /** After the requests at hand, and without killing workers. */
    @Override
    public void close() {
        if (server.isAlive())
            server.finish("QUIT", 10);
        server.close();
    }
}
