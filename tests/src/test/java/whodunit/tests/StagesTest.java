// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/** A SEDA application on the drop-in: what its stages spend is split by the path of stages, across processes too. */
class StagesTest {
    @TempDir
    Path directory;

    @Test
    void aStagesSamplesAreSplitByTheWayThatLedThere() throws Exception {
        Path recording = directory.resolve("rec");
        Finished run;
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"))) {
            run = Jdk.withAgent(17, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                    "whodunit.tests.app.Stages", db.url());
            assertThat(run.status()).as(run.errors()).isZero();
            assertThat(run.errors()).doesNotContain("whodunit:").doesNotContain("Sandstorm:");
            db.server.terminate();
        }
        List<String> stacks = Whodunit.stacks(recording, directory);
        double hit = samples(stacks, ";cache;write;.*Stages\\.burn");
        double miss = samples(stacks, ";cache;miss;write;.*Stages\\.burn");
        assertThat(samples(stacks, "Stages\\.burn")).as("on no other path").isEqualTo(hit + miss);
        System.out.printf("stages: %.0f and %.0f samples%n", hit, miss);
        double counted = nanos(run, "hit") / (nanos(run, "hit") + nanos(run, "miss"));
        assertThat(hit / (hit + miss)).isCloseTo(counted, within(0.05));

        Report report = new Report(Whodunit.report(recording));
        assertThat(List.of(report.requests("cache"), report.requests("cache > write"),
                report.requests("cache > miss > write"))).as("what each path took up")
                .containsExactly(600L, 400L, 200L);
        // but for what a stage's thread does before its first wait
        assertThat(samples(stacks, "^\\(thread without a transaction\\).*StageRunner.handleNext"))
                .as("threads that wait are their stage's").isLessThan(0.02 * (hit + miss));

        double database = samples(stacks, "do_command.*(Item_func_benchmark|Item_func_md5|MD5)");
        assertThat(database).isPositive();
        assertThat(samples(stacks, ";cache;miss;.*do_command.*(Item_func_benchmark|Item_func_md5|MD5)"))
                .as("a JDBC call inside a stage carries its path").isEqualTo(database);
    }

    private static double samples(List<String> stacks, String pattern) {
        Pattern p = Pattern.compile(pattern);
        return stacks.stream().filter(l -> p.matcher(l).find())
                .mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1))).sum();
    }

    private static double nanos(Finished run, String path) {
        return run.output().lines().filter(l -> l.startsWith(path + " "))
                .mapToDouble(l -> Double.parseDouble(l.substring(path.length() + 1))).findAny().orElseThrow();
    }
}
