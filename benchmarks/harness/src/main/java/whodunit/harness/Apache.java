// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real Apache, with an event MPM, that passes everything on to another server. It is Debian's, only configured. */
public final class Apache implements AutoCloseable {
    private static final String MODULES = "/usr/lib/apache2/modules";
    private static final boolean ROOT = System.getProperty("user.name").equals("root");

    private final ServerProcess server;
    private final int port;

    private Apache(ServerProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts it.
     *
     * @param run     for its files
     * @param backend the other server's URL: "http://…", by mod_proxy_http, or "ajp://…", by mod_proxy_ajp
     * @param prefix  a command to run it under, may be empty
     */
    public static Apache start(Path run, String backend, List<String> prefix) throws IOException, InterruptedException {
        boolean ajp = backend.startsWith("ajp:");
        int port = ServerProcess.freePort();
        Path configuration = run.resolve("apache.conf");
        String modules = Stream.of("mpm_event", "authz_core", "proxy", ajp ? "proxy_ajp" : "proxy_http")
                .map(m -> "LoadModule " + m + "_module " + MODULES + "/mod_" + m + ".so")
                .collect(Collectors.joining("\n"));
        Files.writeString(configuration, """
                ServerRoot %1$s
                ServerName localhost
                Listen 127.0.0.1:%2$d
                PidFile %1$s/apache.pid
                ErrorLog %1$s/apache-error.log
                DefaultRuntimeDir %1$s
                %3$s
                %4$s
                StartServers 2
                ServerLimit 4
                ThreadsPerChild 50
                MaxRequestWorkers 200
                MaxKeepAliveRequests 0
                ProxyPass / %5$s/
                """.formatted(run, port, modules, ROOT ? "User www-data\nGroup www-data" : "",
                backend));
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(Program.find("apache2"), "-f", configuration.toString(), "-DFOREGROUND"));
        ServerProcess server = ServerProcess.start("Apache", command, Map.of(), run, run.resolve("apache.log"));
        try {
            server.await(() -> answers(port), 60);
            return new Apache(server, port);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static boolean answers(int port) throws IOException {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** After the requests at hand; what stops its workers at once also kills those that take their time. */
    @Override
    public void close() {
        if (server.isAlive())
            server.finish("WINCH", 10);
        server.close();
    }
}
