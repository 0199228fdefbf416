// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** What the launcher makes of its command line before a command sees it. */
@Isolated
class LauncherTest {
    private static final String LAUNCHER = Whodunit.HOME.resolve("whodunit").toString();

    @Test
    void whatIsUnknownIsAnErrorWithACure() throws Exception {
        for (String word : List.of("reprot", "--nothing")) {
            Finished unknown = Finished.run(List.of(LAUNCHER, word));
            assertThat(unknown.status()).isEqualTo(2);
            assertThat(unknown.errors())
                    .isEqualTo("whodunit: there is no command '" + word + "'; see: whodunit --help\n");
        }
        for (String command : List.of("setup", "build", "lint", "format")) {
            Finished unknown = Finished.run(List.of(LAUNCHER, command, "--fast"));
            assertThat(unknown.status()).isEqualTo(2);
            assertThat(unknown.errors()).isEqualTo("whodunit: " + command + " knows no '--fast'; see: whodunit "
                    + command + " --help\n");
        }
    }

    @Test
    void eachProcessMakesItsOwnDirectory(@TempDir Path directory) throws Exception {
        Finished.run(List.of(LAUNCHER, "record", "-o", directory.resolve("rec-%p").toString(), "--", "true")).checked();
        assertThat(directory.toFile().list()).hasSize(1).allMatch(name -> name.matches("rec-\\d+"));
    }

    /** Which separates the options of agents and of the sampler. */
    @Test
    void aDirectoryMayHaveACommaInItsName(@TempDir Path directory) throws Exception {
        Path recording = directory.resolve("web,db");
        Finished.run(
                List.of(LAUNCHER, "record", "-o", recording.toString(), "--", "awk", "BEGIN { while (i < 2e7) i++ }"))
                .checked();
        assertThat(recording.toFile().list()).isNotEmpty().allMatch(name -> name.endsWith(".jfr"));
    }

    /** What a name of a path may not have in LD_PRELOAD or JAVA_TOOL_OPTIONS, in the checkout's and in TMPDIR's. */
    @ParameterizedTest
    @ValueSource(strings = {"a b", "a:b", "o'brien", "a\"b", "a=b", "a$ORIGIN"})
    void theCheckoutAndTheScratchDirectoryMayHaveAnyName(String name, @TempDir Path directory) throws Exception {
        Path home = Files.createDirectories(directory.resolve(name)), recording = directory.resolve("rec");
        Files.createSymbolicLink(home.resolve("scripts"), Whodunit.HOME.resolve("scripts"));
        Files.createSymbolicLink(Files.createDirectory(home.resolve("build")).resolve("dist"),
                Whodunit.LIB.getParent());
        Files.copy(Path.of(LAUNCHER), home.resolve("whodunit"), StandardCopyOption.COPY_ATTRIBUTES);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Finished run = Finished.run(List.of("bash", "-c", "export TMPDIR=$0; exec \"$0\"/whodunit \"$@\"",
                home.toString(), "record", "-o", recording.toString(), "--", java, "-version"));
        // the link to this checkout
        Finished.run(List.of("find", "/tmp", "-maxdepth", "2", "-path", "*/whodunit-*", "-lname", home + "/*",
                "-delete"));
        run.checked();
        assertThat(run.errors()).contains("-agentpath:").doesNotContain("ERROR");
        assertThat(recording.toFile().list()).isNotEmpty();
    }

    /** As it is while it is linked: the program would run for nothing. */
    @Test
    void aLibraryThatCannotBeLoadedIsToldBeforeTheProgramRuns(@TempDir Path directory) throws Exception {
        Path lib = Files.createDirectories(directory.resolve("build/dist/lib"));
        Files.createSymbolicLink(directory.resolve("scripts"), Whodunit.HOME.resolve("scripts"));
        Path launcher = Files.copy(Path.of(LAUNCHER), directory.resolve("whodunit"),
                StandardCopyOption.COPY_ATTRIBUTES);
        for (String file : List.of("whodunit-cli.jar", "whodunit-agent.jar", "libwhodunit.so"))
            Files.createFile(lib.resolve(file));
        Path recording = directory.resolve("rec");
        Finished run = Finished
                .run(List.of(launcher.toString(), "record", "-o", recording.toString(), "--", "echo", "ran"));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors()).isEqualTo("whodunit record: '" + lib.resolve("libwhodunit.so")
                + "' cannot be loaded (file too short), so nothing would be recorded: if a build is running, wait for "
                + "its end; else: whodunit build\n");
        assertThat(recording).doesNotExist();
    }

    /** Otherwise hundreds of tests that were not run would look like none. */
    @Test
    void theSummaryOfTheTestsNamesTheModulesThatWereNotRun() throws Exception {
        String maven = """
                [INFO] Reactor Summary for Whodunit 0.1.0:
                [INFO]
                [INFO] Whodunit ........................................... SUCCESS [  0.170 s]
                [INFO] Whodunit: profile format, stitching and analysis ... FAILURE [ 12.3 s]
                [INFO] Whodunit: command line ............................. SKIPPED
                [INFO] BUILD FAILURE
                """;
        Finished told = Finished.run(List.of("bash", "-c", ". \"$0\"/scripts/test.sh; whodunit_test_modules <<<\"$1\"",
                Whodunit.HOME.toString(), maven));
        assertThat(told.output()).isEqualTo("""
                FAILED module Whodunit: profile format, stitching and analysis
                NOT RUN module Whodunit: command line: it needs one that failed
                """);
    }

    /** A test that passes only when it is run again is a defect that somebody must hear of; a crash fails the run. */
    @Test
    void whatPassedWhenItWasRunAgainIsTold(@TempDir Path directory) throws Exception {
        String ctest = """
                    Start 1: good
                 1/3 Test  #1: good ...............   Passed    0.02 sec
                    Start 2: late
                    Test  #2: late ...............***Failed    1.02 sec
                    Start 2: late
                 2/3 Test  #2: late ...............   Passed    0.92 sec
                    Start 3: broken
                    Test  #3: broken .............***Exception: SegFault  0.01 sec
                    Start 3: broken
                 3/3 Test  #3: broken .............   Passed    0.92 sec
                """;
        Finished told = Finished.run(List.of("bash", "-c", ". \"$0\"/scripts/test.sh; whodunit_test_repeated <<<\"$1\"",
                Whodunit.HOME.toString(), ctest));
        assertThat(told.status()).isEqualTo(1);
        assertThat(told.output()).isEqualTo("""
                FLAKY late: passed when it was run again
                FAILED broken: it crashed or found a crash, and passed when it was run again
                """);
        Path reports = Files.createDirectories(directory.resolve("tests/target/surefire-reports"));
        Files.createDirectories(directory.resolve("build"));
        Files.writeString(reports.resolve("TEST-some.xml"), """
                <testsuite name="some" tests="1" errors="0" skipped="0" failures="0">
                  <testcase name="late" classname="some.Test" time="1.2">
                    <flakyFailure message="expected 1&#10;but was 2" type="AssertionFailedError">
                    </flakyFailure>
                  </testcase>
                </testsuite>
                """);
        told = Finished.run(List.of("bash", "-c", ". \"$0\"/scripts/test.sh; WHODUNIT_HOME=$1 whodunit_test_summary",
                Whodunit.HOME.toString(), directory.toString()));
        assertThat(told.output()).isEqualTo("""
                FLAKY some.Test.late: passed when it was run again; before: expected 1 but was 2
                1 passed, 0 failed, 0 skipped
                """);
    }

    /** Or nobody who sees only the end of a run knows why it failed. */
    @Test
    void theSummaryOfTheTestsHasTheEndOfWhatACTestPrinted(@TempDir Path directory) throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("build")).resolve("ctest.xml"), """
                <testsuite name="some" tests="3" failures="2" disabled="0" skipped="0">
                	<testcase name="good" classname="good" status="run">
                		<system-out>fine
                </system-out>
                	</testcase>
                	<testcase name="bad" classname="bad" status="fail">
                		<failure message=""/>
                		<system-out>a first line
                expected 1 &lt; 2 &amp; 3
                </system-out>
                	</testcase>
                	<testcase name="killed" classname="killed" status="fail">
                		<failure message=""/>
                		<system-out></system-out>
                	</testcase>
                </testsuite>
                """);
        Finished told = Finished
                .run(List.of("bash", "-c", ". \"$0\"/scripts/test.sh; WHODUNIT_HOME=$1 whodunit_test_summary",
                        Whodunit.HOME.toString(), directory.toString()));
        assertThat(told.output()).isEqualTo("""
                FAILED bad.bad:\s
                    a first line
                    expected 1 < 2 & 3
                FAILED killed.killed:\s
                1 passed, 2 failed, 0 skipped
                """);
    }

    /** The launcher's own commands take options in the same forms as the others. */
    @Test
    void anOptionMayBeGivenWithItsValueInOneWord(@TempDir Path directory) throws Exception {
        Path recording = directory.resolve("rec");
        Finished.run(List.of(LAUNCHER, "record", "--dir=" + recording, "--tier=counter", "--", "awk",
                "BEGIN { while (i < 2e7) i++ }")).checked();
        assertThat(Finished.run(List.of(LAUNCHER, "info", recording.toString())).checked().output())
                .startsWith("counter  pid ");
    }

    /** LONG stands for 5000 letters. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--interval | 0ms | --interval is a time such as 4ms, 1ns to 1000000s, not '0ms'",
            "--interval | 1.2.3ms | --interval is a time such as 4ms, 1ns to 1000000s, not '1.2.3ms'",
            "--interval | ...ms | --interval is a time such as 4ms, 1ns to 1000000s, not '...ms'",
            "--interval | 999999999s | --interval is a time such as 4ms, 1ns to 1000000s, not '999999999s'",
            "--off-cpu | 0us | --off-cpu is a time such as 20us, 1ns to 1000000s, or off, not '0us'",
            "--rotate | 0s | --rotate is a time such as 10s, 1s to 1000000s, not '0s'",
            "--rotate | 999999us | --rotate is a time such as 10s, 1s to 1000000s, not '999999us'",
            "--tier | a/b | --tier is a name of 1 to 127 characters without '/', not 'a/b'",
            "--tier | LONG | --tier is a name of 1 to 127 characters without '/', not 'aaaa",
            "--tier | '' | --tier is a name of 1 to 127 characters without '/', not ''",
            "--app | LONG | --app is patterns such as com.acme.*, 1 to 511 characters, not 'aaaa",
            "--routes | /etc | --routes is a file of patterns that can be read, not '/etc'",
            "--routes | /nowhere | --routes is a file of patterns that can be read, not '/nowhere'",
            "-o | '' | -o is a directory, not ''",
            "-o | LONG | -o is a directory's path of less than 1024 characters",
            "-o | /proc/sys | cannot write into the directory '/proc/sys'; allow it, or choose another by -o",
            "-o | /proc/sys/%p | cannot make directories in '/proc/sys'; allow it, or choose another place by -o",
            "-o | /dev/null/rec | cannot make the directory '/dev/null/rec': Not a directory; choose another by -o"})
    void nothingIsRunWithAnOptionThatTheRecorderWouldRefuse(String option, String value, String cause,
            @TempDir Path directory) throws Exception {
        Path ran = directory.resolve("ran");
        Finished run = Finished.run(List.of(LAUNCHER, "record", "-o", directory.resolve("rec").toString(), option,
                value.equals("LONG") ? "a".repeat(5000) : value, "--", "touch", ran.toString()));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.errors()).hasLineCount(1).startsWith("whodunit record: " + cause)
                .endsWith("; see: whodunit record --help\n");
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"--interval, .5ms", "--interval, 1000000s", "--rotate, 2000000us", "--tier, a b",
            "--routes, /dev/null"})
    void whatTheRecorderTakesIsTaken(String option, String value, @TempDir Path directory) throws Exception {
        Finished run = Finished.run(List.of(LAUNCHER, "record", "-o", directory.resolve("rec").toString(), option,
                value, "--", "true")).checked();
        assertThat(run.errors()).isEmpty();
    }

    /** Nothing is to be made where somebody has just removed something, and Java does not start there. */
    @ParameterizedTest
    @CsvSource({"2, record -o rec -- true", "1, report rec", "1, --version"})
    void aWorkingDirectoryThatWasRemovedIsTold(int status, String arguments, @TempDir Path directory)
            throws Exception {
        Path gone = directory.resolve("gone");
        Finished run = Finished.run(List.of("bash", "-c", "mkdir \"$0\"; cd \"$0\"; rmdir \"$0\"; exec " + LAUNCHER
                + " " + arguments, gone.toString()));
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.errors().lines().filter(l -> l.startsWith("whodunit"))).singleElement().asString()
                .contains("the working directory does not exist any more");
        assertThat(gone).doesNotExist();
    }

    /** What version 0.1 called it. */
    @Test
    void theTiersOptionHasAnOldName(@TempDir Path directory) throws Exception {
        Path recording = directory.resolve("rec");
        Finished.run(List.of(LAUNCHER, "record", "-o", recording.toString(), "--stage", "counter", "--", "awk",
                "BEGIN { while (i < 2e7) i++ }")).checked();
        assertThat(Finished.run(List.of(LAUNCHER, "stages", recording.toString())).checked().output())
                .startsWith("counter  pid ");
    }

    /** Told with its cause, and with a shell's status, before anything is made for it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"./file | 126 | './file' may not be executed; allow it (chmod +x)",
            "./folder | 126 | './folder' is a directory, not a program",
            "not-executable | 126 | 'DIRECTORY/not-executable' may not be executed; allow it (chmod +x)",
            "./nothing | 127 | there is no program './nothing'", "no-such-thing | 127 | 'no-such-thing' is no program"})
    void whatCannotBeExecutedIsToldWithItsCause(String program, int status, String cause, @TempDir Path directory)
            throws Exception {
        Files.writeString(directory.resolve("file"), "#!/bin/sh\n");
        Files.writeString(directory.resolve("not-executable"), "#!/bin/sh\n");
        Files.createDirectory(directory.resolve("folder"));
        Finished run = Finished.run(List.of("env", "PATH=" + directory + ":" + System.getenv("PATH"), LAUNCHER,
                "record", "--", program), directory);
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.errors()).startsWith("whodunit record: " + cause.replace("DIRECTORY", directory.toString()))
                .hasLineCount(1);
        assertThat(directory.resolve("whodunit-recording")).doesNotExist();
    }

    /** The options that choose a demo may stand anywhere; of two, neither is run. */
    @Test
    void aDemoIsChosenByAnOptionAnywhere(@TempDir Path home) throws Exception {
        Path scripts = Files.createDirectory(home.resolve("scripts"));
        Files.createSymbolicLink(scripts.resolve("demo.sh"), Whodunit.HOME.resolve("scripts/demo.sh"));
        Files.writeString(scripts.resolve("build.sh"), "whodunit_build() { :; }; whodunit_java() { echo echo; }\n");
        String script = ". \"$0\"/scripts/demo.sh; WHODUNIT_HOME=$0 whodunit_demo \"$@\"";
        for (String[] words : List.of(new String[] {"--seconds", "5", "--lamp"},
                new String[] {"--lamp", "--seconds", "5"})) {
            List<String> command = new ArrayList<>(List.of("bash", "-c", script, home.toString()));
            command.addAll(List.of(words));
            assertThat(Finished.run(command).checked().output()).endsWith(" whodunit.lamp.demo.LampDemo --seconds 5\n");
        }
        assertThat(Finished.run(List.of("bash", "-c", script, home.toString(), "--proxy")).checked().output())
                .endsWith(" whodunit.tpcw.demo.Demo --proxy\n");
        Finished two = Finished.run(List.of("bash", "-c", script, home.toString(), "--seda", "--lamp"));
        assertThat(two.status()).isEqualTo(2);
        assertThat(two.errors())
                .isEqualTo("whodunit demo: --seda and --lamp are two demos; see: whodunit demo --help\n");
    }

    /** Nothing can be loaded into it; it runs all the same. */
    @Test
    void aProgramThatCannotBeRecordedIsToldAtOnce(@TempDir Path directory) throws Exception {
        Path source = Files.writeString(directory.resolve("one.c"), "int main(void) { return 3; }\n");
        Path program = directory.resolve("one");
        Finished.run(List.of("gcc", "-static", "-o", program.toString(), source.toString())).checked();
        Finished run = Finished
                .run(List.of(LAUNCHER, "record", "-o", directory + "/rec", "--", program.toString()));
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.errors()).contains("'" + program + "' is linked statically").contains("not recorded");
    }

    /** Their loaders find no library of ours, and programs of 32 bits an empty one; the user's own stay. */
    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void childrenOfAnotherLibcGetNothing(String flows, @TempDir Path directory) throws Exception {
        Path program = CProgram.compile("gcc", CProgram.source("preloads.c", directory), directory.resolve("program"),
                "-static");
        Path own = CProgram.compile("gcc", Files.writeString(directory.resolve("own.c"), "int own;\n"),
                directory.resolve("own.so"), "-shared", "-fPIC");
        Finished run = Finished.run(List.of("env", "LD_PRELOAD=" + own, LAUNCHER, "record", "-o", directory + "/rec",
                "--flows", flows, "--", "sh", "-c", program + "; true"));
        assertThat(run.output()).isEqualTo("1 of some\n");
        assertThat(run.errors()).isEmpty();
    }

    /** They print nothing and return what they do; whoever asks for one of them alone is told. */
    @ParameterizedTest
    @CsvSource({"musl-gcc, '', linked with musl", "gcc, -m32, has 32 bits"})
    void programsOfAnotherLibcOrClassRunAsEver(String compiler, String option, String told, @TempDir Path directory)
            throws Exception {
        Path source = Files.writeString(directory.resolve("one.c"), "int main(void) { return 3; }\n");
        Path program = directory.resolve("one");
        assumeTrue(Finished.run(List.of("sh", "-c", "%s %s -o %s %s && %s; [ $? = 3 ]".formatted(compiler, option,
                program, source, program))).status() == 0, "there is no compiler or loader for them");
        String recording = directory + "/rec";
        Finished child = Finished.run(List.of(LAUNCHER, "record", "-o", recording, "--", "sh", "-c",
                program + "; exit $?"));
        assertThat(child.status()).as(child.errors()).isEqualTo(3);
        assertThat(child.errors()).isEmpty();
        Finished alone = Finished.run(List.of(LAUNCHER, "record", "-o", recording, "--", program.toString()));
        assertThat(alone.status()).as(alone.errors()).isEqualTo(3);
        assertThat(alone.errors()).contains(told).contains("not recorded");
    }

    /** A sanitizer ends a program that behaves otherwise than it expects. */
    @ParameterizedTest
    @CsvSource({"address, true", "undefined, true", "thread, false"})
    void programsWithSanitizersRunAsEver(String sanitizer, boolean isRecorded, @TempDir Path directory)
            throws Exception {
        Path program = CProgram.compile("gcc", CProgram.source("sanitized.c", directory), directory.resolve("program"),
                "-pthread", "-fsanitize=" + sanitizer);
        for (String flows : List.of("off", "on")) {
            Path recording = directory.resolve("rec-" + flows);
            Finished run = Finished.run(List.of(LAUNCHER, "record", "-o", recording.toString(), "--messages", "on",
                    "--flows", flows, "--", program.toString()));
            assertThat(run.status()).as(run.errors()).isEqualTo(2);
            assertThat(run.output()).isEqualTo("4000 hello\n");
            assertThat(run.errors().contains("whodunit: program is compiled with")).as(run.errors())
                    .isNotEqualTo(isRecorded);
            try (Stream<Path> files = Files.list(recording)) {
                assertThat(files.anyMatch(f -> f.toString().endsWith(".jfr"))).isEqualTo(isRecorded);
            }
        }
    }

    /**
     * As in containers, under cron and over ssh: LANG is not set. The shell spells the name, since this JVM may be so,
     * too.
     */
    @Test
    void namesThatAreNotAsciiAreUnderstoodWithoutALocale() throws Exception {
        Finished told = Finished.run(List.of("bash", "-c",
                "unset LANG LC_CTYPE; LC_ALL=C exec \"$0\" report /nowhere/caf$'\\xc3\\xa9'", LAUNCHER));
        assertThat(told.errors()).contains("/nowhere/caf\u00e9 does not exist");
    }

    /** What takes minutes tells at a terminal where it is; elsewhere there is the log alone. */
    @Test
    void whatALongCommandIsDoingStandsInOneLineOfATerminal(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("log");
        String command = "set -o pipefail; . '" + Whodunit.HOME + "/scripts/progress.sh'; "
                + "(echo doing one; echo more; echo doing two; exit 3) | whodunit_progress '" + log
                + "' 's/^doing //p'";
        Finished shown = Finished.run(List.of("script", "-qec", "bash -c " + '"' + command + '"', "/dev/null"));
        assertThat(shown.status()).isEqualTo(3);
        assertThat(shown.output()).isEqualTo("\r\033[Kone\r\033[Ktwo\r\033[K");
        Finished elsewhere = Finished.run(List.of("bash", "-c", command));
        assertThat(elsewhere.status()).isEqualTo(3);
        assertThat(elsewhere.output() + elsewhere.errors()).isEmpty();
        assertThat(log).hasContent("doing one\nmore\ndoing two\n");
    }
}
