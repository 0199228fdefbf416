// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.tests.app.Computes;
import whodunit.tests.app.Locks;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/**
 * {@code record --waits on} and {@code waits}, with programs that wait in known ways and measure it. They sleep where
 * they would work, so that a busy machine changes nothing.
 */
@Timeout(120)
@Isolated
class WaitsTest {
    private static final Path GRAPHS = Whodunit.HOME.resolve("build/kernel/graphs");

    @TempDir
    private Path directory;

    /** By thread, seconds for which it was blocked by others; by "ran" those of the whole. */
    private Map<String, Double> run(String graph) throws Exception {
        List<String> command = new ArrayList<>(Whodunit.record(directory, "app", "--waits", "on"));
        command.addAll(List.of(GRAPHS.toString(), graph, "2", "sleep"));
        Finished finished = Finished.run(command, directory).checked();
        assumeTrue(!finished.errors().contains("no --waits"), finished.errors());
        Map<String, Double> waited = new TreeMap<>();
        finished.output().lines().map(l -> l.split(" "))
                .forEach(l -> waited.merge(l[0].equals("ran") ? "ran" : l[1],
                        Double.parseDouble(l[l[0].equals("ran") ? 1 : 2]), Double::sum));
        return waited;
    }

    private static Set<Set<String>> knots(JsonObject graph) {
        Set<Set<String>> knots = new HashSet<>();
        for (JsonElement k : graph.getAsJsonArray("knots")) {
            Set<String> knot = new TreeSet<>();
            k.getAsJsonArray().forEach(v -> knot.add(v.getAsString()));
            knots.add(knot);
        }
        return knots;
    }

    /** What a thread waited for others, by its edges. */
    private static double waited(JsonObject graph, String thread) {
        double sum = 0;
        for (JsonElement e : graph.getAsJsonArray("edges")) {
            JsonObject edge = e.getAsJsonObject();
            if (edge.get("from").getAsString().equals(thread) && !edge.get("to").getAsString().equals("timer"))
                sum += edge.get("direct").getAsDouble();
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"pipeline,convert", "convoy,worker0 worker1 worker2 worker3", "ring,ring0 ring1 ring2",
            "pool,listener", "forkjoin,long", "network,server"})
    void theKnotIsWhatLimitsTheProgram(String graph, String knot) throws Exception {
        Map<String, Double> truth = run(graph);
        JsonObject found = Whodunit.waits(directory, "thread");
        assertThat(found.get("dropped").getAsLong()).isZero();
        assertThat(knots(found)).isEqualTo(Set.of(Set.of(knot.split(" "))));
        assertThat(found.getAsJsonArray("findings").toString()).contains("waits for " + knot.split(" ")[0]);
        // the recording begins somewhat later than the program
        double seconds = found.get("seconds").getAsDouble();
        for (Map.Entry<String, Double> thread : truth.entrySet())
            if (!thread.getKey().equals("ran") && thread.getValue() > 0.5)
                assertThat(waited(found, thread.getKey()) * seconds).as(thread.getKey())
                        .isBetween(thread.getValue() * 0.75, thread.getValue() * 1.15);
    }

    @Test
    void stacksTellWhereItWaitsAndFromWhereItIsWoken() throws Exception {
        run("pipeline");
        JsonObject found = Whodunit.waits(directory, "thread");
        assertThat(found.getAsJsonArray("findings").toString())
                .containsPattern("read waits for convert [0-9]+% of the time, mostly for a lock or condition in "
                        + "\\w+ < \\w+, woken from \\w+ < \\w+");
        assertThat(found.getAsJsonArray("edges").toString()).contains("pipeline_read").contains("pipeline_convert");
    }

    @Test
    void functionsThatWaitInTheSameWayAreToldApart() throws Exception {
        assertThat(placesOf(List.of())).contains("waits_here").contains("waits_there");
    }

    @Test
    void alsoThoseOfALibraryThatIsLoadedLater() throws Exception {
        Path library = CProgram.compile("gcc", CProgram.source("two_places.c", directory),
                directory.resolve("places.so"), "-fno-optimize-sibling-calls", "-shared", "-fPIC");
        Files.delete(directory.resolve("two_places.c"));
        assertThat(placesOf(List.of(library.toString()))).contains("waits_here").contains("waits_there");
    }

    private String placesOf(List<String> arguments) throws Exception {
        Path program = CProgram.compile("gcc", CProgram.source("two_places.c", directory),
                directory.resolve("two_places"), "-fno-optimize-sibling-calls");
        List<String> command = new ArrayList<>(Whodunit.record(directory, "app", "--waits", "on"));
        command.add(program.toString());
        command.addAll(arguments);
        Finished finished = Finished.run(command, directory).checked();
        assumeTrue(!finished.errors().contains("no --waits"), finished.errors());
        Path file = directory.resolve(directory.toFile().list((d, n) -> n.endsWith(".waits"))[0]);
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /** The sampler that is told of waits knows what a JVM runs; the recorder of waits does not. */
    @Test
    void waitsOfAJvmAreWhereItsMethodsWait() throws Exception {
        List<String> command = new ArrayList<>(Whodunit.record(directory, "app", "--waits", "on", "--engine", "kernel",
                "--interval", "1ms", "--off-cpu", "20us"));
        command.addAll(
                List.of(Jdk.java(17), "-cp", System.getProperty("java.class.path"), Locks.class.getName()));
        Finished finished = Finished.run(command, directory).checked();
        assumeTrue(!finished.errors().contains("no --waits"), finished.errors());
        List<JsonObject> sites = new ArrayList<>();
        Whodunit.waits(directory, "thread").getAsJsonArray("edges").forEach(e -> {
            if (e.getAsJsonObject().get("from").getAsString().endsWith("asker")
                    && e.getAsJsonObject().get("to").getAsString().endsWith("holder"))
                e.getAsJsonObject().getAsJsonArray("sites").forEach(s -> sites.add(s.getAsJsonObject()));
        });
        double inAsks = sites.stream().filter(s -> waitsIn(s, Locks.class.getName() + ".asks"))
                .mapToDouble(s -> s.get("share").getAsDouble()).sum();
        assertThat(inAsks).as(sites.toString()).isGreaterThan(0.8);
        assertThat(sites.toString()).doesNotContain(Locks.class.getName() + ".rests");
    }

    /** A wait that no sample was taken of has no frames. */
    private static boolean waitsIn(JsonObject site, String method) {
        JsonArray waiting = site.getAsJsonArray("waiting");
        return !waiting.isEmpty() && waiting.get(0).getAsString().equals(method);
    }

    /**
     * No interval has their context, and all of the rare ones take less time than one sample stands for. Parts are
     * compared: what the host takes from a thread is its time here, and not in its own account.
     */
    @Test
    void whatRequestsComputeThatWaitForNothingIsTheirs() throws Exception {
        List<String> command = new ArrayList<>(Whodunit.record(directory, "app", "--waits", "on", "--interval",
                "100ms"));
        command.addAll(List.of(Jdk.java(17),
                "-agentpath:" + Whodunit.LIB.resolve("libwhodunit.so") + "=dir=" + directory + ",tier=app", "-cp",
                System.getProperty("java.class.path"), Computes.class.getName()));
        Finished finished = Finished.run(command, directory).checked();
        assumeTrue(!finished.errors().contains("no --waits"), finished.errors());
        JsonObject found = Whodunit.waits(directory, "transaction");
        Map<String, Double> truth = finished.output().lines().map(l -> l.split(" "))
                .collect(Collectors.toMap(l -> l[0], l -> Double.parseDouble(l[1])));
        double rare = computed(found, "rare"), common = computed(found, "common");
        assertThat(rare / (rare + common))
                .isCloseTo(truth.get("rare") / (truth.get("rare") + truth.get("common")), withinPercentage(10));
    }

    /** Seconds. */
    private static double computed(JsonObject graph, String type) {
        double sum = 0;
        for (JsonElement split : graph.getAsJsonArray("splits"))
            if (split.getAsJsonObject().get("type").getAsString().equals(type))
                for (JsonElement part : split.getAsJsonObject().getAsJsonArray("parts"))
                    if (part.getAsJsonObject().get("share").getAsString().equals("cpu"))
                        sum += part.getAsJsonObject().get("seconds").getAsDouble();
        return sum;
    }
}
