// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** Whatever is wrong with the agent, the JVM runs on and one line tells. */
class HarmlessAgentTest {
    private static final String[] JARS = {"whodunit-agent.jar", "whodunit-agent-boot.jar"};

    @TempDir
    Path directory;

    private Path lib;

    @BeforeEach
    void installAgent() throws Exception {
        lib = Files.createDirectory(directory.resolve("lib"));
        for (String file : List.of("libwhodunit.so", "libasyncProfiler.so", JARS[0], JARS[1]))
            Files.copy(Whodunit.LIB.resolve(file), lib.resolve(file));
        Files.writeString(directory.resolve("Hello.java"),
                "public class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }");
    }

    private Finished hello(int jdk) throws Exception {
        return Jdk.withAgent(jdk, lib, directory.resolve("rec"), directory.resolve("Hello.java").toString());
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void saysNothingWhenAllIsWell(int jdk) throws Exception {
        Finished run = hello(jdk);
        assertThat(run.status()).isZero();
        assertThat(run.output()).isEqualTo("hello\n");
        assertThat(run.errors()).isEmpty();
    }

    /** Its warnings have the frames of who has called. */
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void callsTheJvmAsItIsToBeCalled(int jdk) throws Exception {
        Finished run = Jdk.withAgent(jdk, lib, directory.resolve("rec"), "-Xcheck:jni",
                directory.resolve("Hello.java").toString()).checked();
        assertThat(run.output()).contains("hello\n").doesNotContainPattern("checked_jni_.*\nC +\\[libwhodunit");
    }

    @ParameterizedTest(name = "JDK {0}: {1} missing")
    @CsvSource({"17, whodunit-agent.jar", "25, whodunit-agent.jar", "17, whodunit-agent-boot.jar",
            "25, whodunit-agent-boot.jar", "17, libasyncProfiler.so"})
    void runsOnWithoutAFile(int jdk, String file) throws Exception {
        Files.delete(lib.resolve(file));
        assertRunsOn(hello(jdk), file);
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void runsOnWithADamagedJar(int jdk) throws Exception {
        Files.writeString(lib.resolve(JARS[0]), "junk");
        assertRunsOn(hello(jdk), JARS[0]);
    }

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void runsOnWithAJarOfAnotherVersion(int jdk) throws Exception {
        Path source = Files.createDirectories(directory.resolve("other")).resolve("Native.java"),
                classes = directory.resolve("classes");
        Files.writeString(source, "package whodunit.agent.boot; public final class Native {}");
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        Finished.run(List.of(bin.resolve("javac").toString(), "-d", classes.toString(), source.toString())).checked();
        Finished.run(List.of(bin.resolve("jar").toString(), "--create", "--file", lib.resolve(JARS[1]).toString(), "-C",
                classes.toString(), ".")).checked();
        assertRunsOn(hello(jdk), JARS[1]);
    }

    private static void assertRunsOn(Finished run, String named) {
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.output()).isEqualTo("hello\n");
        assertThat(run.errors().lines()).hasSize(1).allMatch(l -> l.startsWith("whodunit: ") && l.contains(named));
    }

    /** A modular program's graph need not have java.instrument. */
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void recordsAModularProgram(int jdk) throws Exception {
        Path source = Files.createDirectories(directory.resolve("src/app"));
        Files.writeString(source.resolve("Main.java"), """
                package app;
                public class Main {
                    public static void main(String[] a) {
                        long end = System.nanoTime() + 500_000_000;
                        while (System.nanoTime() < end);
                        System.out.println("hello");
                    }
                }
                """);
        Files.writeString(directory.resolve("src/module-info.java"), "module app { }");
        Finished.run(List.of(Path.of(System.getProperty("java.home"), "bin/javac").toString(), "-d",
                directory.resolve("out").toString(),
                directory.resolve("src/module-info.java").toString(), source.resolve("Main.java").toString()))
                .checked();
        Finished run = Jdk.withAgent(jdk, lib, directory.resolve("rec"), "-p", directory.resolve("out").toString(),
                "-m", "app/app.Main");
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.output()).isEqualTo("hello\n");
        assertThat(run.errors()).isEmpty();
        try (Stream<Path> files = Files.list(directory.resolve("rec"))) {
            assertThat(files.filter(f -> f.toString().endsWith(".jfr"))).isNotEmpty();
        }
    }
}
