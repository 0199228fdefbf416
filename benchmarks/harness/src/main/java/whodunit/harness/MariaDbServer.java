// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A MariaDB of one's own that serves a data directory, until it is closed. */
public final class MariaDbServer implements AutoCloseable {
    private static final int START_SECONDS = 60;

    private final ServerProcess process;
    private final int port;

    private MariaDbServer(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it; it answers when this returns.
     *
     * @param run     directory in which it runs, and which has its log
     * @param prefix  a command to run it under, may be empty
     * @param options of mariadbd
     */
    public static MariaDbServer start(Path data, Path run, List<String> prefix, String... options)
            throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(MariaDbInstance.command(data, port, options));
        ServerProcess process = ServerProcess.start("mariadbd", command, Map.of(), run, run.resolve("mariadb.log"));
        try {
            process.await(() -> MariaDbInstance.answers(data, port), START_SECONDS);
            return new MariaDbServer(process, port);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /** For its administrator, who has no password. */
    public String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root";
    }

    public int port() {
        return port;
    }

    public ServerProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
