// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.export.PprofTool;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.DebugInfoServer;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/**
 * The static functions of a stripped program, recorded once, are named from files of its build, wherever these turn up,
 * and from no others. What is right is said by the same program, recorded unstripped, and by binutils.
 */
class SymbolsTest {
    private static final String ROUNDS = "2400"; // one and a half seconds: a hundredth is more than three samples
    private static final String[] FUNCTIONS = {"hash", "sort", "query", "main"};

    @TempDir
    private static Path directory;
    private static Path source, whole, debug, stripped, linked;
    private static Path strippedRecording, linkedRecording;
    /** Function to "file:line". */
    private static final Map<String, String> SOURCES = new TreeMap<>();
    /** Call paths that make up more than a hundredth. */
    private static Set<String> paths;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void record() throws Exception {
        source = CProgram.source("work.c", directory);
        whole = directory.resolve("whole/work");
        debug = directory.resolve("debug/work.debug");
        stripped = directory.resolve("bin/work");
        linked = directory.resolve("linked/work");
        for (Path file : List.of(whole, debug, stripped, linked))
            Files.createDirectories(file.getParent());
        compile("31", whole);
        Finished.run(List.of("objcopy", "--only-keep-debug", whole.toString(), debug.toString())).checked();
        Finished.run(List.of("strip", "-o", stripped.toString(), whole.toString())).checked();
        Finished.run(List.of("objcopy", "--add-gnu-debuglink=" + debug, stripped.toString(), linked.toString()))
                .checked();
        strippedRecording = record(stripped, "stripped");
        linkedRecording = record(linked, "linked");
        paths = paths(Whodunit.stacks(record(whole, "whole"), directory));
        assertThat(paths).anyMatch(p -> p.endsWith("main;query;hash")).anyMatch(p -> p.endsWith("main;query;sort"));
        for (String function : FUNCTIONS)
            SOURCES.put(function, sourceOf(function));
    }

    private static void compile(String factor, Path to) throws Exception {
        CProgram.compile("gcc", source, to, "-fno-inline", "-DFACTOR=" + factor);
    }

    private static Path record(Path program, String tier) throws Exception {
        Path recording = directory.resolve("rec-" + tier);
        List<String> command = new ArrayList<>(Whodunit.record(recording, tier));
        command.addAll(List.of(program.toString(), ROUNDS));
        Finished.run(command).checked();
        return recording;
    }

    /** Where the unstripped program's function begins, as binutils say. */
    private static String sourceOf(String function) throws Exception {
        String address = Finished.run(List.of("nm", whole.toString())).checked().output().lines()
                .filter(l -> l.endsWith(" " + function)).findFirst().orElseThrow().split(" ")[0];
        return Finished.run(List.of("addr2line", "-e", whole.toString(), address)).checked().output().strip()
                .replaceFirst(" \\(.*", "");
    }

    @AfterEach
    void putTheRecordedFileBack() throws Exception {
        Finished.run(List.of("strip", "-o", stripped.toString(), whole.toString())).checked();
    }

    /** What the commands of one test share: no server and an empty cache unless it says otherwise. */
    private Finished whodunit(Map<String, String> environment, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "-u", "DEBUGINFOD_URLS",
                "DEBUGINFOD_CACHE_PATH=" + scratch.resolve("cache")));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(Whodunit.HOME.resolve("whodunit").toString());
        command.addAll(List.of(words));
        return Finished.run(command).checked();
    }

    private JsonObject report(Finished finished) {
        return JsonParser.parseString(finished.output()).getAsJsonObject();
    }

    private Finished functions(Path recording, Map<String, String> environment, String... options) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("report", recording.toString(), "--by", "function", "--format", "json"));
        words.addAll(List.of(options));
        return whodunit(environment, words.toArray(String[]::new));
    }

    /** All samples of the program's own functions are of the two that work, with the places that binutils say. */
    private void assertNamed(Finished finished) {
        Map<String, String> found = new TreeMap<>();
        for (JsonElement e : report(finished).getAsJsonArray("rows")) {
            JsonObject row = e.getAsJsonObject();
            if (row.get("cpu_pct").getAsDouble() > 5)
                found.put(row.get("function").getAsString(),
                        row.has("file") ? row.get("file").getAsString() + ":" + row.get("line").getAsInt() : "");
        }
        assertThat(found).as(finished.errors())
                .isEqualTo(Map.of("hash", SOURCES.get("hash"), "sort", SOURCES.get("sort")));
    }

    private void assertOffsets(Finished finished) {
        for (JsonElement e : report(finished).getAsJsonArray("rows")) {
            JsonObject row = e.getAsJsonObject();
            if (row.get("cpu_pct").getAsDouble() > 5) {
                assertThat(row.get("function").getAsString()).matches("work\\+0x[0-9a-f]+");
                assertThat(row.has("file")).isFalse();
            }
        }
    }

    /** Call paths from main on, without what rarely happens and what comes before. */
    private static Set<String> paths(List<String> stacks) {
        Map<String, Long> samples = new TreeMap<>();
        for (String line : stacks) {
            int count = line.lastIndexOf(' '), main = line.indexOf(";main;");
            samples.merge(main < 0 ? "" : line.substring(main + 1, count), Long.parseLong(line.substring(count + 1)),
                    Long::sum);
        }
        long all = samples.values().stream().mapToLong(Long::longValue).sum();
        return samples.entrySet().stream().filter(e -> !e.getKey().isEmpty() && e.getValue() * 100 > all)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Set<String> paths(Path recording, String... options) throws Exception {
        Path file = scratch.resolve("collapsed.txt");
        List<String> words = new ArrayList<>(
                List.of("export", recording.toString(), "--to", "collapsed", "-o", file.toString()));
        words.addAll(List.of(options));
        whodunit(Map.of(), words.toArray(String[]::new));
        return paths(Files.readAllLines(file));
    }

    @Test
    void throughDebuginfod() throws Exception {
        try (DebugInfoServer server = new DebugInfoServer(debug.getParent(), scratch)) {
            assertNamed(functions(strippedRecording, Map.of("DEBUGINFOD_URLS", server.url())));
            assertThat(server.log()).contains("debuginfo 200");
            Files.delete(stripped); // not needed: the server has what is needed, and so has the cache
            assertNamed(functions(strippedRecording, Map.of("DEBUGINFOD_URLS", server.url())));
            assertThat(server.log().split("debuginfo 200")).as("asked once").hasSize(2);
        }
    }

    @Test
    void throughTheUsersDirectory() throws Exception {
        assertNamed(functions(strippedRecording, Map.of(), "--symbols", debug.getParent().toString()));
        assertNamed(functions(strippedRecording, Map.of(), "--symbols", whole.getParent().toString()));
        Path byId = scratch.resolve("symbols/.build-id/" + buildId(whole).substring(0, 2));
        Files.createDirectories(byId);
        Files.copy(debug, byId.resolve(buildId(whole).substring(2) + ".debug"));
        assertNamed(functions(strippedRecording, Map.of(), "--symbols", scratch.resolve("symbols").toString()));
        assertThat(paths(strippedRecording, "--symbols", debug.getParent().toString()))
                .as("callers are named, too").isEqualTo(paths);
    }

    @Test
    void anotherBuildIsRefusedAndNamed() throws Exception {
        compile("37", stripped);
        assertThat(buildId(stripped)).isNotEqualTo(buildId(whole));
        Finished refused = functions(strippedRecording, Map.of(), "--symbols", stripped.getParent().toString());
        assertOffsets(refused);
        String note = "work: the file at " + stripped + " is another build (build-id " + buildId(stripped)
                + ") than was recorded (" + buildId(whole)
                + "): offsets are shown; bring the right file with --symbols DIR";
        assertThat(refused.errors()).contains("whodunit: " + note + "\n");
        assertThat(new Report(report(refused)).process("stripped").getAsJsonArray("problems").toString())
                .contains(note);
        Finished brought = functions(strippedRecording, Map.of(), "--symbols", debug.getParent().toString());
        assertNamed(brought);
        assertThat(brought.errors()).doesNotContain("another build");
    }

    @Test
    void throughTheLinkToADebugFileOfTheSameBuild() throws Exception {
        assertOffsets(functions(linkedRecording, Map.of()));
        Path beside = Files.createDirectories(linked.resolveSibling(".debug")).resolve("work.debug");
        compile("37", beside);
        assertOffsets(functions(linkedRecording, Map.of()));
        Files.copy(debug, beside, StandardCopyOption.REPLACE_EXISTING);
        assertNamed(functions(linkedRecording, Map.of()));
        Path again = record(linked, "again");
        assertThat(paths(again)).as("found when it was recorded").isEqualTo(paths);
        compile("37", beside);
        assertOffsets(functions(record(linked, "refused"), Map.of()));
        Files.delete(beside);
    }

    /** As some distributions strip: the symbols stay in the file, compressed, and debuginfod knows the lines, too. */
    @Test
    void throughSymbolsThatAreInTheFileItself() throws Exception {
        Path packed = CProgram.packSymbols(whole, Files.createDirectories(directory.resolve("packed")).resolve("work"));
        Path recording = record(packed, "packed");
        assertThat(paths(recording)).isEqualTo(paths);
        try (DebugInfoServer server = new DebugInfoServer(debug.getParent(), scratch)) {
            assertNamed(functions(recording, Map.of("DEBUGINFOD_URLS", server.url())));
        }
        assertNamed(functions(recording, Map.of(), "--symbols", debug.getParent().toString()));
        compile("37", packed);
        assertOffsets(functions(recording, Map.of()));
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Finished finished = functions(strippedRecording, Map.of("DEBUGINFOD_TIMEOUT", "1", "DEBUGINFOD_URLS",
                    "http://127.0.0.1:" + silent.getLocalPort()));
            assertOffsets(finished);
            assertThat(finished.errors()).containsOnlyOnce("whodunit: debuginfod at http://127.0.0.1:");
        }
    }

    @Test
    void otherToolsGetFilesAndLines() throws Exception {
        Path file = scratch.resolve("profile.pb.gz");
        whodunit(Map.of(), "export", strippedRecording.toString(), "--to", "pprof", "-o", file.toString(), "--symbols",
                debug.getParent().toString());
        for (String function : FUNCTIONS)
            assertThat(PprofTool.run(file, "-raw")).contains(" " + function + " " + SOURCES.get(function));
    }

    private static String buildId(Path file) throws Exception {
        return Finished.run(List.of("readelf", "-n", file.toString())).checked().output().lines()
                .filter(l -> l.contains("Build ID: ")).findFirst().orElseThrow().replaceFirst(".*Build ID: ", "");
    }
}
