// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Share;
import whodunit.sedaweb.load.Load;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.Site;
import whodunit.sedaweb.run.WebServerProcess;

@Command(name = "whodunit demo --seda", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs a SEDA web server with a page cache under load, records it, and draws which stages ran on "
                + "behalf of which: the write stage appears twice, behind cache hits and behind misses, each with its "
                + "share of the CPU (paper, figure 10).")
public final class SedaDemo implements Callable<Integer> {
    @Option(names = "--seconds", converter = Count.class, defaultValue = "20",
            description = "Length of the load (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--connections", converter = Count.class, defaultValue = "16", description = "(${DEFAULT-VALUE})")
    private int connections;

    @Option(names = "--hit-rate", converter = Share.class, defaultValue = "0.5",
            description = "Share of the requests that the page cache can answer (${DEFAULT-VALUE}).")
    private double hitRate;

    @Option(names = "--page", converter = Count.class, defaultValue = "16384", paramLabel = "BYTES",
            description = "Size of the pages (${DEFAULT-VALUE}).")
    private int page;

    @Option(names = "--out", defaultValue = "whodunit-seda-demo", paramLabel = "DIR",
            description = "Where recording and graph go (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new SedaDemo(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Pages pages = new Pages(page);
        say("starting the web server");
        try (Site site = new Site(Files.createTempDirectory("whodunit-seda-demo"), pages);
                WebServerProcess server = WebServerProcess.start(checkout.record(recording, "seda-web"),
                        List.of("-Xmx256m"),
                        out.resolve("server.log"), site.arguments())) {
            say("%d connections, hit rate %.2f, for %d s", connections, hitRate, seconds);
            Load.Results results = Load.seconds(seconds, server.port(), pages,
                    new Load.Shape(connections, hitRate, true, 0), 1);
            System.out.println(results);
            if (!results.wrong().isEmpty())
                return 1;
            say("stopping");
        }
        return draw(recording);
    }

    private int draw(Path recording) throws IOException, InterruptedException {
        Path graph = out.resolve("figure10.svg");
        System.out.println();
        int status = checkout.whodunit("report", recording.toString());
        status |= checkout.whodunit("graph", recording.toString(), "-o", graph.toString());
        System.out.println();
        System.out.println("The graph: " + graph);
        System.out.println(
                "aSocket WriteStage stands in it twice: behind CacheStage for hits, behind MissStage for misses.");
        return status;
    }

    private static void say(String format, Object... arguments) {
        System.err.println("demo: " + format.formatted(arguments));
    }
}
