// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The caching proxy of benchmarks/proxy, in front of one origin. */
public final class Proxy implements AutoCloseable {
    private static final Path BUILD = Whodunit.HOME.resolve("build/proxy");
    private static final Pattern READY = Pattern.compile("ready on \\S+:(\\d+)");

    public final Server server;
    public final int port;

    private Proxy(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /** @param program proxy or proxy-counted */
    public static Proxy start(Path directory, List<String> prefix, String program, String origin, String... options)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BUILD.resolve(program)), "the proxy is not built");
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(BUILD.resolve(program).toString(), "--listen", "127.0.0.1:0", "--origin", origin));
        command.addAll(List.of(options));
        Server server = new Server(command, directory.resolve("proxy.log"));
        server.await(() -> READY.matcher(server.log()).find());
        Matcher ready = READY.matcher(server.log());
        ready.find();
        return new Proxy(server, Integer.parseInt(ready.group(1)));
    }

    /** The words in front of a command that record it with handlers as contexts. */
    public static List<String> recorded(Path directory, String... options) {
        List<String> command = new ArrayList<>(Whodunit.record(directory, "proxy"));
        command.addAll(command.size() - 1, List.of("--libevent"));
        command.addAll(command.size() - 1, List.of(options));
        return command;
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        server.close();
    }
}
