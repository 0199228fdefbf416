// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.harness.ServerProcess;

/** The caching proxy of benchmarks/proxy in front of Tomcat: images come from its cache, pages pass through. */
final class Proxy implements FrontServer {
    private static final Pattern READY = Pattern.compile("ready on (\\S+)");

    private final ServerProcess server;
    private final String address;

    private Proxy(ServerProcess server, String address) {
        this.server = server;
        this.address = address;
    }

    /** @param prefix a command to run it under, may be empty */
    static Proxy start(Path home, Path run, Tomcat tomcat, List<String> prefix)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(home.resolve("build/proxy/proxy").toString(), "--listen", "127.0.0.1:0",
                "--origin", tomcat.url().replace("http://", "")));
        ServerProcess server = ServerProcess.start("proxy", command, Map.of(), run, run.resolve("proxy.log"));
        try {
            server.await(() -> READY.matcher(server.log()).find(), 60);
            Matcher ready = READY.matcher(server.log());
            ready.find();
            return new Proxy(server, ready.group(1));
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public String url() {
        return "http://" + address;
    }

    @Override
    public void close() {
        server.close();
    }
}
