package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.sedaweb.load.Load;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.Site;
import whodunit.sedaweb.run.WebServerProcess;
import whodunit.tests.run.Whodunit;

/** The SEDA web server on the drop-in, under load, with the agent: the paper's figure 10 must be true. */
class SedaWebTest {
    private static final double SECONDS = 30;
    private static final double HIT_RATE = 0.5;
    private static final List<String> STAGES = List.of("aSocket ListenStage", "aSocket ReadStage", "httpServer", "HttpRecv",
            "CacheStage", "MissStage", "aDisk FileStage", "aSocket WriteStage");
    private static final String REQUEST = "aSocket ReadStage;httpServer;HttpRecv;CacheStage";
    private static final String HIT = REQUEST + ";aSocket WriteStage", MISS = REQUEST + ";MissStage;aSocket WriteStage";

    @TempDir
    Path directory;

    @Test
    void theWriteStageIsSplitByThePathThatLedToIt() throws Exception {
        Path recording = directory.resolve("rec"), truth = directory.resolve("oracle");
        List<String> record = Whodunit.record(recording, "web");
        Pages pages = new Pages(32768);
        Site site = new Site(directory.resolve("www"), pages);
        List<String> arguments = new ArrayList<>(List.of(site.arguments()));
        arguments.addAll(List.of("--oracle", truth.toString()));
        try (WebServerProcess server = WebServerProcess.start(record, List.of("-Xmx256m"), directory.resolve("log"), arguments.toArray(new String[0]))) {
            Load.Results results = Load.seconds(SECONDS, server.port(), pages, new Load.Shape(16, HIT_RATE, true, 0), 1);
            assertThat(results.wrong()).isEmpty();
            System.out.println("seda-web: " + results);
        }
        Map<String, Long> nanos = oracle(truth), samples = byPath(Whodunit.stacks(recording, directory));
        samples.forEach((path, n) -> System.out.printf("  %6d samples %s%n", n, path));
        assertThat(samples.keySet()).contains(REQUEST + ";MissStage;aDisk FileStage", "aSocket ReadStage;httpServer", HIT, MISS);

        double trueShare = 100.0 * nanos.get("MISS") / (nanos.get("HIT") + nanos.get("MISS"));
        double share = 100.0 * samples.get(MISS) / (samples.get(HIT) + samples.get(MISS));
        System.out.printf("  write stage, misses: true %.1f%%, reported %.1f%% of %d samples%n", trueShare, share, samples.get(HIT) + samples.get(MISS));
        assertThat(share).as("share of misses in the write stage").isCloseTo(trueShare, withinPercentage(5));
        assertThat(100 - share).as("share of hits in the write stage").isCloseTo(100 - trueShare, withinPercentage(5));
    }

    /** What the server has counted in its write stage: path to CPU nanoseconds. */
    private static Map<String, Long> oracle(Path file) throws Exception {
        Map<String, Long> nanos = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split("\t");
            if (fields[0].equals("aSocket WriteStage"))
                nanos.put(fields[1], Long.parseLong(fields[2]));
        }
        return nanos;
    }

    /** Path of stages, joined by semicolons, to samples. */
    private static Map<String, Long> byPath(List<String> stacks) {
        Map<String, Long> samples = new TreeMap<>();
        for (String line : stacks) {
            int blank = line.lastIndexOf(' ');
            List<String> stages = Arrays.stream(line.substring(0, blank).split(";")).skip(1).takeWhile(STAGES::contains).toList();
            samples.merge(String.join(";", stages), Long.parseLong(line.substring(blank + 1)), Long::sum);
        }
        return samples;
    }
}
