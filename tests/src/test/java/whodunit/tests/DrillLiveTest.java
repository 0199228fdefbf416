// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** {@code drill --live}: threads of a program (calls.c) that call functions of known least length. */
@Timeout(300)
@Isolated
class DrillLiveTest {
    private static final double REST_MS = 10;
    private static final int THREADS = 2;
    private static final String BREAKPOINT = "cc";

    @TempDir
    private static Path directory;
    private static Path source;
    private static Process program;
    private static long restsAt;

    @BeforeAll
    static void start() throws Exception {
        source = CProgram.source("calls.c", directory);
        program = start("gcc", "calls");
        BufferedReader output = program.inputReader();
        restsAt = Long.decode(output.readLine());
    }

    private static Process start(String compiler, String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-D_GNU_SOURCE", "-fno-optimize-sibling-calls", "-pthread"));
        all.addAll(List.of(options));
        Path program = CProgram.compile(compiler, source, directory.resolve(name), all.toArray(String[]::new));
        return new ProcessBuilder(program.toString()).start();
    }

    @AfterAll
    static void end() {
        program.destroyForcibly();
    }

    private static List<String> command(long pid, String function, String seconds) {
        return List.of(Whodunit.HOME.resolve("whodunit").toString(), "drill", "--live", Long.toString(pid),
                "--function", function, "--seconds", seconds, "--format", "json");
    }

    private static JsonObject measure(String function) throws Exception {
        return measure(program, function);
    }

    private static JsonObject measure(Process program, String function) throws Exception {
        Finished finished = Finished.run(command(program.pid(), function, "1"));
        for (String missing : List.of("CAP_BPF", "was not built", "does not tell its types", "the kernel refuses"))
            assumeTrue(!finished.errors().contains(missing), finished.errors());
        assertThat(program.isAlive()).as("the program runs on").isTrue();
        return JsonParser.parseString(finished.checked().output()).getAsJsonObject().getAsJsonObject("live");
    }

    /** Calls last at least so long each, and no longer than the threads there are had time. */
    private static void lasts(JsonObject live, double leastMs) {
        double total = live.get("total_ms").getAsDouble(), longest = live.get("longest_ms").getAsDouble();
        long calls = live.get("calls").getAsLong();
        assertThat(calls).as(live.toString()).isPositive();
        assertThat(total).as(live.toString()).isGreaterThanOrEqualTo(calls * leastMs)
                .isLessThanOrEqualTo(THREADS * (1000 * live.get("seconds").getAsDouble() + longest));
        assertThat(live.get("left").getAsLong() + live.get("unnoted").getAsLong()).as(live.toString()).isZero();
    }

    @Test
    void everyCallIsMeasuredAsLongAsItLasts() throws Exception {
        JsonObject live = measure("rests");
        lasts(live, REST_MS);
        assertThat(live.get("file").getAsString()).isEqualTo(directory.resolve("calls").toString());
    }

    /** Five calls within each other are one, which rests once: counted each, it would rest five times. */
    @Test
    void aRecursiveCallIsPartOfTheOuterOne() throws Exception {
        JsonObject live = measure("recurses");
        lasts(live, REST_MS);
    }

    @Test
    void callsThatAreLeftByALongJumpAreCountedApart() throws Exception {
        JsonObject live = measure("jumps");
        assertThat(live.get("calls").getAsLong()).isZero();
        assertThat(live.get("left").getAsLong()).as(live.toString()).isPositive();
    }

    /** There is one such thread at a time. */
    @Test
    void callsThatEndWithTheirThreadAreCountedApart() throws Exception {
        JsonObject live = measure("expires");
        assertThat(live.get("calls").getAsLong()).isZero();
        assertThat(live.get("left").getAsLong()).as(live.toString()).isPositive();
        assertThat(live.get("open").getAsLong()).as(live.toString()).isLessThanOrEqualTo(1);
        assertThat(live.get("total_ms").getAsDouble()).as(live.toString())
                .isLessThanOrEqualTo(1000 * live.get("seconds").getAsDouble());
    }

    @Test
    void aFunctionOfALibrary() throws Exception {
        JsonObject live = measure("nanosleep");
        lasts(live, 0);
        assertThat(live.get("file").getAsString()).contains("libc.so");
    }

    /** As libc has of some, for old programs: stripped, or not, as where its debug file is. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-s"})
    void aFunctionThatHasAnOlderVersion(String strip) throws Exception {
        measure("idles");
        Path map = Files.writeString(directory.resolve("versions"), "V1 { }; V2 { };");
        List<String> options = new ArrayList<>(List.of("-D_GNU_SOURCE", "-pthread", "-fPIC", "-DVERSIONS",
                "-Wl,--version-script=" + map, "-rdynamic", "-fno-optimize-sibling-calls"));
        if (!strip.isEmpty())
            options.add(strip);
        Process versions = new ProcessBuilder(CProgram.compile("gcc", source, directory.resolve("versions" + strip
                + ".program"), options.toArray(String[]::new)).toString()).start();
        try {
            versions.inputReader().readLine();
            lasts(measure(versions, "dozes"), REST_MS);
        } finally {
            versions.destroyForcibly();
        }
    }

    @Test
    void whatCannotBeMeasuredIsToldInALine() throws Exception {
        measure("idles"); // skips this where nothing can be
        refuses(program.pid(), "nothing_of_this_name", "has no function nothing_of_this_name");
        refuses(program.pid(), "vfs_read", "is a function of the kernel");
        refuses(program.pid(), "libc.so.6:memcpy", "only chooses the function that runs (an IFUNC)");
        refuses(0, "rests", "there is no process 0");
        long beyond = program.pid() + (1L << 32);
        refuses(beyond, "rests", "there is no process " + beyond);
    }

    /** Each would end. The first has its library's names; the last is C, and has what each program of OCaml has. */
    @Test
    void whatWalksItsStackIsNotTouched() throws Exception {
        measure("idles");
        isRefused(start("g++", "calls-in-cpp"), "has C++ in it");
        isRefused(start("g++", "calls-in-stripped-cpp", "-static-libstdc++", "-static-libgcc", "-rdynamic",
                "-Wl,--exclude-libs,ALL", "-s"), "has C++ in it");
        isRefused(start("gcc", "calls-in-ocaml", "-Wl,--defsym,caml_frametable=0"), "has OCaml in it");
        isRefused(start("gcc", "calls-in-stripped-ocaml", "-rdynamic", "-s", "-DTEXT=\"OCAMLRUNPARAM\""),
                "has OCaml in it");
        isRefused(start("gcc", "calls-in-stripped-rust", "-rdynamic", "-s",
                "-DTEXT=\"/usr/src/rustc-1.63.0/library/std/src/panicking.rs\""), "has Rust in it");
    }

    private static void isRefused(Process program, String why) throws Exception {
        try {
            program.inputReader().readLine();
            refuses(program.pid(), "rests", why);
            assertThat(program.isAlive()).isTrue();
        } finally {
            program.destroyForcibly();
        }
    }

    /** What its symbols were is in the file, compressed, as distributions leave it. */
    @Test
    void aStrippedProgramWithPackedSymbols() throws Exception {
        measure("idles");
        Path whole = CProgram.compile("gcc", source, directory.resolve("whole"), "-D_GNU_SOURCE",
                "-fno-optimize-sibling-calls", "-pthread");
        Process stripped = new ProcessBuilder(CProgram.packSymbols(whole, directory.resolve("packed")).toString())
                .start();
        try {
            stripped.inputReader().readLine();
            lasts(measure(stripped, "rests"), REST_MS);
            refuses(stripped.pid(), "nothing_of_this_name", "has no function nothing_of_this_name");
        } finally {
            stripped.destroyForcibly();
        }
    }

    /** Which may be of another build: that one's functions are elsewhere. */
    @Test
    void aStrippedProgramWithItsDebugFileBeside() throws Exception {
        measure("idles");
        Path whole = directory.resolve("calls"), linked = directory.resolve("linked"),
                debug = Files.createDirectories(directory.resolve(".debug")).resolve("calls.debug");
        Finished.run(List.of("objcopy", "--only-keep-debug", whole.toString(), debug.toString())).checked();
        Finished.run(List.of("objcopy", "-S", "--add-gnu-debuglink=" + debug, whole.toString(), linked.toString()))
                .checked();
        Process stripped = new ProcessBuilder(linked.toString()).start();
        try {
            stripped.inputReader().readLine();
            lasts(measure(stripped, "rests"), REST_MS);
            Path other = CProgram.compile("gcc", source, directory.resolve("other"), "-D_GNU_SOURCE", "-O0");
            Finished.run(List.of("objcopy", "--only-keep-debug", other.toString(), debug.toString())).checked();
            refuses(stripped.pid(), "rests", "has no function rests, or its symbols are stripped");
        } finally {
            stripped.destroyForcibly();
        }
    }

    @Test
    void whatIsNoProcessOfOursIsSaid() throws Exception {
        measure("idles");
        long thread;
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + program.pid() + "/task"))) {
            thread = tasks.mapToLong(t -> Long.parseLong(t.getFileName().toString()))
                    .filter(t -> t != program.pid()).findFirst().orElseThrow();
        }
        refuses(thread, "rests", thread + " is a thread of process " + program.pid());
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        refuses(ended.pid(), "rests", "there is no process " + ended.pid());
        if (Files.exists(Path.of("/proc/2/exe"), LinkOption.NOFOLLOW_LINKS) && Files.readString(Path.of("/proc/2/comm"))
                .startsWith("kthreadd"))
            refuses(2, "rests", "process 2 has no program: it is one of the kernel's, or has ended");
    }

    @Test
    void aProgramOf32Bits() throws Exception {
        measure("idles");
        Finished compiled = Finished.run(List.of("gcc", "-m32", "-nostdlib", "-static", "-x", "c", "-o",
                directory.resolve("narrow").toString(),
                CProgram.source("narrow.c", directory).toString()));
        assumeTrue(compiled.status() == 0, compiled.errors());
        Process narrow = new ProcessBuilder(directory.resolve("narrow").toString()).start();
        try {
            refuses(narrow.pid(), "rests", "process " + narrow.pid() + " has 32 bits");
        } finally {
            narrow.destroyForcibly();
        }
    }

    /** As a server's whose package was upgraded. */
    @Test
    void aProgramWhoseFileWasRemoved() throws Exception {
        Process removed = start("gcc", "removed");
        try {
            removed.inputReader().readLine();
            Files.delete(directory.resolve("removed"));
            lasts(measure(removed, "rests"), REST_MS);
            lasts(measure(removed, "removed:rests"), REST_MS);
        } finally {
            removed.destroyForcibly();
        }
    }

    /** Its files are outside of what it sees by then. */
    @Test
    void aServerThatHasLeftItsRootDirectory() throws Exception {
        measure("idles");
        Process server = new ProcessBuilder("perl", "-e", "chroot shift or exit; $| = 1; print qq(on\\n); "
                + "select(undef, undef, undef, 0.01) while 1",
                Files.createDirectory(directory.resolve("root"))
                        .toString())
                .start();
        try {
            assumeTrue(server.inputReader().readLine() != null, "nobody may chroot");
            lasts(measure(server, "libc.so.6:select"), REST_MS);
        } finally {
            server.destroyForcibly();
        }
    }

    private static void refuses(long pid, String function, String why) throws Exception {
        Finished finished = Finished.run(command(pid, function, "1"));
        assertThat(finished.status()).isEqualTo(1);
        assertThat(finished.output()).isEmpty();
        assertThat(finished.errors().lines().filter(l -> l.contains("cannot measure"))).as(finished.errors())
                .singleElement().asString().contains(why);
    }

    @Test
    void withoutPrivileges() throws Exception {
        measure("idles");
        List<String> words = new ArrayList<>(List.of("setpriv", "--inh-caps=-all",
                "--bounding-set=-sys_admin,-bpf,-perfmon"));
        words.addAll(command(program.pid(), "rests", "1"));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("setpriv:"), finished.errors());
        assertThat(finished.status()).isEqualTo(1);
        assertThat(finished.errors()).contains("cannot measure: CAP_BPF and CAP_PERFMON are missing; run as root");
    }

    /** The first byte of {@code rests}, as the program has it. */
    private static String firstByte() throws IOException {
        try (RandomAccessFile memory = new RandomAccessFile("/proc/" + program.pid() + "/mem", "r")) {
            memory.seek(restsAt);
            return Integer.toHexString(memory.read());
        }
    }

    /** As a terminal sends it: to all processes. */
    @Test
    void whatWasMeasuredUntilCtrlCIsTold() throws Exception {
        measure("idles");
        String before = firstByte();
        List<String> words = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
        words.addAll(command(program.pid(), "rests", "3600"));
        Process command = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        while (command.isAlive() && !firstByte().equals(BREAKPOINT))
            Thread.sleep(20);
        Thread.sleep(200);
        Finished.run(List.of("kill", "-INT", "--", "-" + command.pid())).checked();
        String output = new String(command.getInputStream().readAllBytes());
        assertThat(command.waitFor()).isEqualTo(130);
        JsonObject live = JsonParser.parseString(output).getAsJsonObject().getAsJsonObject("live");
        lasts(live, REST_MS);
        assertThat(live.get("seconds").getAsDouble()).isLessThan(3600);
        assertThat(firstByte()).isEqualTo(before);
    }

    @Test
    void aKilledCommandLeavesNothingInTheProcess() throws Exception {
        measure("idles");
        String before = firstByte();
        Process command = new ProcessBuilder(command(program.pid(), "rests", "3600"))
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        while (command.isAlive() && !firstByte().equals(BREAKPOINT))
            Thread.sleep(20);
        assertThat(command.isAlive()).isTrue();
        command.destroyForcibly();
        while (!firstByte().equals(before)) // the test's time limit ends this
            Thread.sleep(20);
        assertThat(program.isAlive()).isTrue();
    }
}
