// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.DirectoryTree;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.PositiveSeconds;
import whodunit.harness.option.Share;
import whodunit.sedaweb.load.Load;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.Site;
import whodunit.sedaweb.run.WebServerProcess;

@Command(name = "oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "How true the profile is: the CPU time of the write stage, split into cache hits and misses, as "
                + "the profiler reports it and as the server itself has counted it with the thread's CPU clock.")
public final class Oracle implements Callable<Integer> {
    private static final String HTTP = "httpServer 0 <port 0>";
    private static final List<String> STAGES = List.of("aSocket ListenStage", "aSocket ReadStage", HTTP,
            "HttpRecv",
            "CacheStage", "MissStage", "aDisk FileStage", "aSocket WriteStage");
    /** The paths of figure 10, from a packet on. */
    public static final String CACHE = "aSocket ReadStage;" + HTTP + ";HttpRecv;CacheStage";
    public static final String HIT = CACHE + ";aSocket WriteStage", MISS = CACHE + ";MissStage;aSocket WriteStage";
    public static final String FILE = CACHE + ";MissStage;aDisk FileStage";

    @Option(names = "--seconds", converter = PositiveSeconds.class, defaultValue = "60",
            description = "(${DEFAULT-VALUE})")
    private double seconds;

    @Option(names = "--hit-rate", converter = Share.class, defaultValue = "0.5", description = "(${DEFAULT-VALUE})")
    private double hitRate;

    @Option(names = "--page", converter = Count.class, defaultValue = "32768", paramLabel = "BYTES",
            description = "(${DEFAULT-VALUE})")
    private int page;

    /**
     * The write stage's CPU time.
     *
     * @param trueMissPct share of the misses, as the server has counted it
     * @param samples     of all paths of stages, joined by semicolons
     */
    public record Split(double trueMissPct, Map<String, Long> samples) {
        /** Share of the misses, as the profile has it. */
        public double missPct() {
            return 100.0 * samples.get(MISS) / writeSamples();
        }

        /** How far the reported share of the misses is off, of the true one. */
        public double missOffPct() {
            return 100 * (missPct() / trueMissPct - 1);
        }

        /** The same for the hits. */
        public double hitOffPct() {
            return 100 * ((100 - missPct()) / (100 - trueMissPct) - 1);
        }

        /**
         * What chance alone does to {@link #missOffPct} and {@link #hitOffPct} with so many samples: the larger of
         * their standard errors.
         */
        public double chancePct() {
            double rarer = Math.min(trueMissPct, 100 - trueMissPct) / 100;
            return 100 * Math.sqrt((1 - rarer) / rarer / writeSamples());
        }

        public long writeSamples() {
            return samples.get(HIT) + samples.get(MISS);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            samples.forEach((path, n) -> text.append(
                    String.format("%8d samples  %s%n", n, path.isEmpty() ? "(no stage)" : path.replace(";", " > "))));
            return text + String.format(Locale.ROOT, "write stage, misses: true %.2f%%, reported %.2f%% of %d samples%n"
                    + "off by %+.1f%% (misses) and %+.1f%% (hits) of their own share; the goal is 5%%, "
                    + "standard error %.1f%%",
                    trueMissPct, missPct(), writeSamples(),
                    missOffPct(), hitOffPct(), chancePct());
        }
    }

    public static void main(String[] args) {
        System.exit(Commands.execute(new Oracle(), args));
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("seda-web-oracle");
        DirectoryTree.deleteAtExit(directory);
        try {
            System.out.println(measure(Checkout.here().launcher(), directory, seconds, hitRate, page));
        } finally {
            DirectoryTree.delete(directory);
        }
        return 0;
    }

    /**
     * Runs the server under load and compares.
     *
     * @param whodunit  the launcher
     * @param directory for recording and pages; whatever is left there is the caller's
     */
    public static Split measure(String whodunit, Path directory, double seconds, double hitRate, int page)
            throws IOException, InterruptedException {
        Path recording = directory.resolve("recording"), truth = directory.resolve("truth"),
                stacks = directory.resolve("stacks");
        Pages pages = new Pages(page);
        try (Site site = new Site(directory.resolve("www"), pages)) {
            List<String> arguments = new ArrayList<>(List.of(site.arguments()));
            arguments.addAll(List.of("--oracle", truth.toString()));
            try (WebServerProcess server = WebServerProcess.start(
                    List.of(whodunit, "record", "-o", recording.toString(), "--tier", "seda-web",
                            "--interval", "4ms", "--"),
                    List.of("-Xmx256m"), directory.resolve("log"), arguments.toArray(new String[0]))) {
                Load.Results results = Load.seconds(seconds, server.port(), pages, new Load.Shape(16, hitRate, true, 0),
                        1);
                if (!results.wrong().isEmpty())
                    throw new IOException(results.toString());
            }
        }
        Process export = new ProcessBuilder(whodunit, "export", recording.toString(), "--to", "collapsed", "-o",
                stacks.toString()).inheritIO().start();
        if (export.waitFor() != 0)
            throw new IOException("whodunit export failed");
        Map<String, Long> nanos = countedByTheServer(truth);
        if (!nanos.keySet().containsAll(List.of("HIT", "MISS")))
            throw new IOException(
                    "the run needs hits and misses: --seconds must be more, or --hit-rate less near to 0 or 1");
        return new Split(100.0 * nanos.get("MISS") / (nanos.get("HIT") + nanos.get("MISS")), byPath(stacks));
    }

    /** Path of a request to CPU nanoseconds of the write stage. */
    private static Map<String, Long> countedByTheServer(Path file) throws IOException {
        Map<String, Long> nanos = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split("\t");
            if (fields[0].equals("aSocket WriteStage"))
                nanos.put(fields[1], Long.parseLong(fields[2]));
        }
        return nanos;
    }

    /** Path of stages to samples. A line is: transaction, stages, frames, between semicolons; and the samples. */
    private static Map<String, Long> byPath(Path stacks) throws IOException {
        Map<String, Long> samples = new TreeMap<>();
        for (String line : Files.readAllLines(stacks)) {
            int blank = line.lastIndexOf(' ');
            List<String> stages = Arrays.stream(line.substring(0, blank).split(";")).skip(1).takeWhile(STAGES::contains)
                    .toList();
            samples.merge(String.join(";", stages), Long.parseLong(line.substring(blank + 1)), Long::sum);
        }
        return samples;
    }
}
