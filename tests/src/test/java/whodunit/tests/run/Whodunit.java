// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The product, used by its documented commands. */
public final class Whodunit {
    /** The checkout. */
    public static final Path HOME = Path.of(System.getProperty("whodunit.home"));
    /** What would be shipped. */
    public static final Path LIB = Path.of(System.getProperty("whodunit.dist"), "lib");

    private Whodunit() {}

    /** The words in front of a server's command that make it recorded, with a sample at each tick, in files of two
     *  seconds. */
    public static List<String> record(Path directory, String tier, String... options) {
        List<String> words = new ArrayList<>(
                List.of(launcher(), "record", "-o", directory.toString(), "--tier", tier, "--interval", "4ms",
                        "--rotate", "2s"));
        words.addAll(List.of(options));
        words.add("--");
        return List.copyOf(words);
    }

    /** The same with a sample for 1 ms, so that shares are exact after a quarter of the time. */
    public static List<String> recordFinely(Path directory, String tier) {
        return record(directory, tier, "--engine", "cpu-clock", "--interval", "1ms");
    }

    /** {@code report --format json} of all the directories together. */
    public static JsonObject report(Path... directories) throws IOException {
        List<String> command = new ArrayList<>(List.of("report", "--format", "json"));
        for (Path d : directories)
            command.add(d.toString());
        return json(command);
    }

    /** The same of one directory, with options that have values. */
    public static JsonObject report(Path directory, Map<String, String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of("report", "--format", "json", directory.toString()));
        options.forEach((key, value) -> command.addAll(List.of(key, value)));
        return json(command);
    }

    /** End-to-end stacks, one a line: transaction;frame;…;frame samples. */
    public static List<String> stacks(Path directory, Path scratch, String... options) throws IOException {
        Path file = scratch.resolve("collapsed.txt");
        List<String> command = new ArrayList<>(List.of("export", directory.toString(), "--to", "collapsed"));
        command.addAll(List.of(options));
        ShippedCommands.write(file, command);
        return Files.readAllLines(file);
    }

    /** {@code export --to pprof}: the file. */
    public static Path pprof(Path directory, Path scratch) {
        Path file = scratch.resolve("profile.pb.gz");
        ShippedCommands.write(file, List.of("export", directory.toString(), "--to", "pprof"));
        return file;
    }

    /** {@code graph --format json}, with all nodes. */
    public static JsonObject graph(Path directory) throws IOException {
        return json(List.of("graph", directory.toString(), "--min-pct", "0", "--format", "json"));
    }

    /** {@code waits --format json}. */
    public static JsonObject waits(Path directory, String by) throws IOException {
        return json(List.of("waits", directory.toString(), "--by", by, "--format", "json", "--explain"));
    }

    private static JsonObject json(List<String> command) throws IOException {
        return JsonParser.parseString(ShippedCommands.output(command)).getAsJsonObject();
    }

    /** {@code info}: what was recorded, and the counters of its health. */
    public static String info(Path directory) throws IOException, InterruptedException {
        return Finished.run(List.of(launcher(), "info", directory.toString())).checked().output();
    }

    private static String launcher() {
        return HOME.resolve("whodunit").toString();
    }
}
