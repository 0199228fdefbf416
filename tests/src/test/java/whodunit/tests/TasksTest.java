// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** Contexts follow work through java.util.concurrent, and what the application sees stays as it is. */
class TasksTest {
    @TempDir
    Path recording;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void everyTaskRunsUnderTheContextItWasHandedOverIn(int jdk) throws Exception {
        Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.Tasks");
        assertThat(run.output()).doesNotContain("WRONG").contains("all checked");
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.errors()).doesNotContain("whodunit:").doesNotContain("WARNING");
    }

    @Test
    void aVirtualThreadsWorkIsNotThatOfTheThreadThatWokeIt() throws Exception {
        Finished run = Jdk.withAgent(25, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.Virtual");
        assertThat(run.status()).as(run.errors()).isZero();
        Finished report = Finished.run(List.of(Jdk.java(17), "-jar",
                Whodunit.LIB.resolve("whodunit-cli.jar").toString(),
                "export", recording.toString(), "--to", "collapsed", "-o", recording.resolve("stacks").toString()))
                .checked();
        assertThat(report.errors()).doesNotContain("Exception");
        List<String> burnt = Files.readAllLines(recording.resolve("stacks")).stream()
                .filter(l -> l.contains("Virtual.burn")).toList();
        assertThat(burnt).isNotEmpty().noneMatch(l -> l.contains("waker"));
    }

    /**
     * Each transaction burns in a function of its own and waits at one place, most of whose path lies frozen in the
     * heap.
     */
    @Test
    void aVirtualThreadsSamplesAreItsOwnAndItsPathsAreWhole() throws Exception {
        Finished run = Jdk.withAgent(25, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.VirtualPaths");
        assertThat(run.status()).as(run.errors()).isZero();
        List<String> stacks = Whodunit.stacks(recording, recording);
        for (int type : new int[] {0, 1}) {
            String burns = type == 0 ? "VirtualPaths.burnZero" : "VirtualPaths.burnOne";
            long all = samples(stacks, burns, ""), own = samples(stacks, burns, "type " + type + ";"),
                    other = samples(stacks, burns, "type " + (1 - type) + ";");
            assertThat(other).as(burns).isZero();
            assertThat(all).as(burns).isGreaterThan(100);
            assertThat((double) own / all).as("%s: %d of %d", burns, own, all).isGreaterThan(0.99);
        }
        JsonArray rows = Whodunit.report(recording).getAsJsonArray("crosstalk");
        assertThat(rows).isNotEmpty();
        for (JsonElement row : rows) {
            JsonArray paths = row.getAsJsonObject().getAsJsonArray("paths");
            assertThat(paths).as(row.toString()).hasSize(1);
            assertThat(paths.get(0).getAsJsonObject().getAsJsonArray("waiter_path").asList().stream()
                    .map(JsonElement::getAsString)).anyMatch(f -> f.contains("VirtualPaths.outermost"));
        }
    }

    /** The JDK's pollers serve everybody, whoever was the first to need them. */
    @Test
    void virtualThreadsThatShareNothingDoNotWaitForEachOther() throws Exception {
        Finished run = Jdk.withAgent(25, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.VirtualSockets");
        assertThat(run.output()).as(run.errors()).contains("all asked");
        List<String> pairs = new ArrayList<>();
        for (JsonElement row : Whodunit.report(recording).getAsJsonArray("crosstalk")) {
            JsonObject r = row.getAsJsonObject();
            // what they do share is the JDK's: its tables of threads, its first use of classes
            if (!r.get("waiter").equals(r.get("holder")) && r.get("count").getAsLong() > 10)
                pairs.add(row.toString());
        }
        assertThat(pairs).isEmpty();
    }

    private static long samples(List<String> stacks, String function, String type) {
        return stacks.stream().filter(l -> l.startsWith(type) && l.contains(function))
                .mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1))).sum();
    }
}
