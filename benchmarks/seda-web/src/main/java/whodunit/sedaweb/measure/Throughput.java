// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.Spread;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Share;
import whodunit.sedaweb.load.Load;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.plain.NioServer;
import whodunit.sedaweb.run.Site;
import whodunit.sedaweb.run.WebServerProcess;
import whodunit.sedaweb.server.WebServer;

@Command(name = "throughput", mixinStandardHelpOptions = true, sortOptions = false,
        description = "What profiling the web server costs, or, with --nio, how it compares with a server on java.nio "
                + "alone: runs of the two in turn (A B A B ...), with as many requests as the server can answer. CPU "
                + "per request is the kernel's accounting of the server.")
public final class Throughput implements Callable<Integer> {
    @Option(names = "--rounds", converter = Count.class, defaultValue = "5", description = "(${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "10",
            description = "Measured window of each run (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "5", description = "Seconds before it (${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--connections", converter = Count.class, defaultValue = "16", description = "(${DEFAULT-VALUE})")
    private int connections;

    @Option(names = "--hit-rate", converter = Share.class, defaultValue = "0.9", description = "(${DEFAULT-VALUE})")
    private double hitRate;

    @Option(names = "--page", converter = Count.class, defaultValue = "8192", paramLabel = "BYTES",
            description = "(${DEFAULT-VALUE})")
    private int page;

    @Option(names = "--closing", description = "A connection for each request, instead of keep-alive.")
    private boolean closing;

    @Option(names = "--nio",
            description = "Compare the SEDA web server, not profiled, "
                    + "with one that does the same job on java.nio alone.")
    private boolean nio;

    private final Checkout checkout = Checkout.here();

    /** One run: requests per second, the server's CPU microseconds per request. */
    private record Run(double perSecond, double cpuMicros) {}

    public static void main(String[] args) {
        System.exit(Commands.execute(new Throughput(), args));
    }

    @Override
    public Integer call() throws Exception {
        List<Double> throughput = new ArrayList<>(), cpu = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            boolean plainFirst = round % 2 == 1; // what drifts must not always favour the same one
            Run first = run(!plainFirst, round), second = run(plainFirst, round);
            Run plain = plainFirst ? first : second, other = plainFirst ? second : first;
            throughput.add(other.perSecond / plain.perSecond);
            cpu.add(other.cpuMicros / plain.cpuMicros);
            System.err.printf("round %d: %s %.0f/s %.1f us, %s %.0f/s %.1f us%n", round, name(false), plain.perSecond,
                    plain.cpuMicros, name(true), other.perSecond, other.cpuMicros);
        }
        System.out.printf(
                "%d rounds of %d s, %d connections, %s, hit rate %.2f, pages of %d bytes: %s / %s, "
                        + "pair by pair, median (min to max)%n",
                rounds, seconds, connections, closing ? "closing" : "keep-alive", hitRate, page, name(true),
                name(false));
        System.out.println(
                "throughput " + Spread.of(throughput).text(3) + "   CPU per request " + Spread.of(cpu).text(3));
        return 0;
    }

    private String name(boolean measured) {
        return nio ? measured ? "SEDA" : "java.nio" : measured ? "profiled" : "plain";
    }

    /** @param measured what is compared, not what it is compared with */
    private Run run(boolean measured, int seed) throws Exception {
        Path directory = Files.createTempDirectory("seda-web-throughput");
        Pages pages = new Pages(page);
        List<String> prefix = measured && !nio
                ? checkout.record(directory.resolve("recording"), "seda-web") : List.of();
        try (Site site = new Site(directory, pages);
                WebServerProcess server = WebServerProcess.start(nio && !measured ? NioServer.class : WebServer.class,
                        prefix, List.of("-Xmx256m"), directory.resolve("log"), site.arguments())) {
            Load.Shape shape = new Load.Shape(connections, hitRate, !closing, 0);
            checked(Load.seconds(warmUp, server.port(), pages, shape, seed));
            double before = server.cpuMillis();
            Load.Results results = checked(Load.seconds(seconds, server.port(), pages, shape, seed));
            return new Run(results.perSecond(), (server.cpuMillis() - before) * 1000 / results.right());
        }
    }

    private static Load.Results checked(Load.Results results) throws IOException {
        if (!results.wrong().isEmpty())
            throw new IOException(results.toString());
        return results;
    }
}
