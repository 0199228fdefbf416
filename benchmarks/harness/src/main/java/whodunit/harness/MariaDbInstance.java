// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a MariaDB of one's own is made and started: own data directory and port, never the machine's service. */
public final class MariaDbInstance {
    /** Relative to the data directory, into which mariadbd changes: an address of a Unix socket holds 107 bytes. */
    private static final String SOCKET = "mariadb.sock";

    private MariaDbInstance() {}

    /** Makes a data directory in which root has no password and there is no database yet. */
    public static void install(Path data) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mariadb-install-db", "--no-defaults", "--datadir=" + data,
                "--auth-root-authentication-method=normal", "--skip-test-db"));
        command.addAll(asRoot());
        Program.run(command, data.getParent());
    }

    /** The command that serves a data directory on the loopback interface; socket and pid file lie in it. */
    public static List<String> command(Path data, int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Program.find("mariadbd"), "--no-defaults", "--datadir=" + data, "--socket=" + SOCKET,
                        "--pid-file=mariadb.pid", "--bind-address=127.0.0.1", "--port=" + port, "--skip-log-bin"));
        command.addAll(List.of(options));
        command.addAll(asRoot());
        return command;
    }

    /** MariaDB runs as root only if it is told to. */
    private static List<String> asRoot() {
        return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
    }

    /** Whether the server of the data directory, and no other that was faster to take the port, greets who connects. */
    public static boolean answers(Path data, int port) throws IOException {
        if (!Files.exists(data.resolve(SOCKET)))
            return false;
        try (Socket s = new Socket("127.0.0.1", port)) {
            return s.getInputStream().read() >= 0;
        }
    }
}
