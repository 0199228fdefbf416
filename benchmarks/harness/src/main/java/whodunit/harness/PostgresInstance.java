// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a PostgreSQL of one's own is made and started: own data directory and port, never the machine's service. It
 * refuses to run as root, who runs it as the user that its package has made.
 */
public final class PostgresInstance {
    /** The name of the database's superuser, and of root's stand-in. */
    public static final String USER = "postgres";
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

    private PostgresInstance() {}

    /** Makes a data directory in which the superuser has no password. Who serves it owns it. */
    public static void install(Path data) throws IOException, InterruptedException {
        give(data.getParent());
        List<String> command = new ArrayList<>(asOwner());
        command.addAll(List.of(program("initdb"), "--pgdata=" + data, "--auth=trust", "--username=" + USER,
                "--encoding=UTF8", "--locale=C", "--no-sync"));
        Program.run(command, data.getParent());
    }

    /**
     * The command that serves a data directory on the loopback interface.
     *
     * @param prefix a command to run the server under, may be empty
     */
    public static List<String> command(List<String> prefix, Path data, int port, String... settings)
            throws IOException {
        List<String> command = new ArrayList<>(asOwner());
        command.addAll(prefix);
        command.addAll(List.of(program("postgres"), "-D", data.toString(), "-p", Integer.toString(port), "-c",
                "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="));
        for (String setting : settings)
            command.addAll(List.of("-c", setting));
        return command;
    }

    /** Whether the server of the data directory takes connections. */
    public static boolean answers(Path data) throws IOException {
        Path state = data.resolve("postmaster.pid");
        return Files.exists(state) && Files.readString(state).contains("ready");
    }

    /** Has it end its connections and stop; SIGTERM would have it wait until they have gone. */
    public static void stop(long pid) throws IOException, InterruptedException {
        Program.run(List.of("kill", "-INT", Long.toString(pid)), Path.of("."));
    }

    /** Lets the server write in a directory, and reach it. */
    public static void give(Path directory) throws IOException, InterruptedException {
        if (asOwner().isEmpty())
            return;
        Program.run(List.of("chown", "-R", USER + ":", directory.toString()), Path.of("."));
        List<String> reaches = new ArrayList<>(asOwner());
        reaches.addAll(List.of("test", "-w", directory.toString()));
        if (new ProcessBuilder(reaches).start().waitFor() != 0)
            throw new IOException("PostgreSQL does not run as root, and the user " + USER + " cannot reach " + directory
                    + ": a directory above it is closed to others");
    }

    private static List<String> asOwner() {
        return System.getProperty("user.name").equals("root")
                ? List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups") : List.of();
    }

    /** Of the newest version; they are not on the PATH. */
    private static String program(String name) throws IOException {
        if (Files.isDirectory(INSTALLED))
            try (Stream<Path> versions = Files.list(INSTALLED)) {
                return versions.map(v -> v.resolve("bin").resolve(name)).filter(Files::isExecutable)
                        .max((a, b) -> Integer.compare(version(a), version(b))).map(Path::toString)
                        .orElseThrow(PostgresInstance::missing);
            }
        throw missing();
    }

    private static int version(Path program) {
        String name = program.getParent().getParent().getFileName().toString();
        return name.matches("[0-9]+") ? Integer.parseInt(name) : 0;
    }

    private static IOException missing() {
        return new IOException("PostgreSQL is not installed; run: whodunit setup");
    }
}
