package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
}
