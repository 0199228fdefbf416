// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static whodunit.tests.KernelRecording.CALLER_NOT_KNOWN;
import static whodunit.tests.KernelRecording.KERNEL;
import static whodunit.tests.KernelRecording.NOT_KERNEL;
import static whodunit.tests.KernelRecording.command;
import static whodunit.tests.KernelRecording.counter;
import static whodunit.tests.KernelRecording.onlyWithKernelSide;
import static whodunit.tests.KernelRecording.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.KernelRecording.Stacks;
import whodunit.tests.app.Sleeps;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/**
 * {@code record --engine kernel}: samples and waits by the kernel side, held against what a program measures itself,
 * and what remains where the kernel side cannot be had or is killed.
 */
@Timeout(300)
@Isolated
class KernelEngineTest {
    private static final String PAGE_FAULT = "asm_exc_page_fault";
    private static final String TYPES = "/sys/kernel/btf/vmlinux";

    /** What the program says of a transaction type, in ms. */
    private record Truth(double waited, double unknown, double used) {}

    @TempDir
    private static Path directory;
    private static Path program;

    @BeforeAll
    static void compile() throws Exception {
        program = CProgram.compile("gcc", CProgram.source("waits.c", directory), directory.resolve("waits"),
                "-I" + Whodunit.HOME.resolve("runtime/include"), "-L" + Whodunit.LIB, "-lwhodunit",
                "-Wl,-rpath," + Whodunit.LIB);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private static Map<String, Truth> truth(String output) {
        Map<String, Truth> truth = new HashMap<>();
        output.lines().map(l -> l.split(" ")).forEach(l -> truth.put(l[0],
                new Truth(Double.parseDouble(l[1]), Double.parseDouble(l[2]), Double.parseDouble(l[3]))));
        return truth;
    }

    /** Time in which the thread was made to stop is no wait; where there is any the whole is known within bounds. */
    private static void isTrue(String what, double found, Truth truth) {
        assertThat(found).as(what).isBetween(truth.waited * 0.98 - 0.5, (truth.waited + truth.unknown) * 1.02 + 1.5);
    }

    @Test
    void waitsHaveTheirLengthsAndTicksTheirPlaces() throws Exception {
        Path recording = directory.resolve("rec");
        Stacks waiting = waitsAndTicks(recording, onlyWithKernelSide(Finished.run(waits(record(recording)))));
        double faults = waiting.millis("fault", "touches", PAGE_FAULT);
        assumeTrue(has("bpf_task_work_schedule_resume_impl"), "Linux 6.18");
        assertThat(faults).as("told where they were").isGreaterThan(0.9 * waiting.millis("fault"));
    }

    /** What comes last is looked up when nobody is told any more. */
    @Test
    void theLastWaitHasItsKernelStack() throws Exception {
        Path recording = directory.resolve("rec-last");
        onlyWithKernelSide(Finished.run(command(record(recording), "perl", "-e",
                "1 while (times)[0] < 0.3; select(undef, undef, undef, 0.05)"))).checked();
        Stacks waiting = Stacks.of(recording, "waiting");
        assertThat(waiting.lines().stream().filter(l -> l.contains(";" + KERNEL + ";"))).as(waiting.lines().toString())
                .anyMatch(l -> l.contains("select"));
    }

    /** The host's signal ends its call, although a sample of the wait is due at the same moment. */
    @Test
    @Timeout(60)
    void callsOfTheHostAreInterrupted() throws Exception {
        Path recording = directory.resolve("rec-interrupted");
        Finished finished = onlyWithKernelSide(Finished.run(command(record(recording), "perl", "-e", """
                $SIG{ALRM} = sub { $hits++ };
                pipe(R, W);
                for (1 .. 50) { $x += $_ for 1 .. 100000; select(undef, undef, undef, 0.003) }
                alarm 1;
                print defined sysread(R, $byte, 1) ? "read" : "interrupted", " $hits";
                """)));
        assertThat(finished.checked().output()).isEqualTo("interrupted 1");
    }

    /** Linux 6.13 to 6.17. Waits of page faults are told later then. */
    @Test
    void withoutTaskWorkThreadsAreToldAtTheExitOfCalls() throws Exception {
        onlyWithKernelSide(Finished.run(command(record(directory.resolve("rec-exit-now")), "true")));
        Path recording = directory.resolve("rec-exit");
        List<String> words = new ArrayList<>(withTypes(
                "sed s/bpf_task_work_schedule/bpf_none_work_schedule/g " + TYPES));
        words.addAll(waits(record(recording)));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("unshare failed"), finished.errors());
        assertThat(finished.errors()).doesNotContain(NOT_KERNEL);
        Stacks waiting = waitsAndTicks(recording, finished);
        assertThat(waiting.millis("fault", CALLER_NOT_KNOWN, PAGE_FAULT)).isPositive();
    }

    /** Whether BPF may call it. */
    private static boolean has(String kernelFunction) throws Exception {
        return Files.readString(Path.of(TYPES), StandardCharsets.ISO_8859_1).contains(kernelFunction);
    }

    private static List<String> waits(List<String> record) {
        return command(record, program.toString(), directory.toString(), "exec");
    }

    private static Stacks waitsAndTicks(Path recording, Finished finished) throws Exception {
        Map<String, Truth> truth = truth(finished.checked().output());
        Stacks waiting = Stacks.of(recording, "waiting"), wall = Stacks.of(recording, "wall"),
                cpu = Stacks.of(recording, "cpu");
        for (String type : List.of("sleep", "disk", "fault", "socket", "pipe", "lock")) {
            Truth t = truth.get(type);
            double found = waiting.millis(type);
            isTrue(type, found, t);
            assertThat(wall.millis(type)).as(type).isCloseTo(found + cpu.millis(type), within(0.5));
        }
        assertThat(waiting.millis("sleep", "rest", KERNEL, "hrtimer_nanosleep"))
                .isCloseTo(waiting.millis("sleep"), within(0.5));
        isTrue("the call for the lock", waiting.millis("lock", "takes_lock", KERNEL, "do_futex")
                + waiting.millis("lock", CALLER_NOT_KNOWN, KERNEL, "do_futex"), truth.get("lock-call"));
        String info = Whodunit.info(recording);
        for (String type : List.of("user", "kernel"))
            assertThat(cpu.millis(type)).as("%s of %s, %s", type, truth, info).isCloseTo(truth.get(type).used,
                    within(25.0));
        assertThat(cpu.millis("kernel", "works_in_kernel", KERNEL, "read_zero"))
                .isGreaterThan(0.8 * cpu.millis("kernel"));
        long signalled = counter(info, "kernel.signalled");
        assertThat(counter(info, "kernel.sampled")).as(info).isBetween(signalled - 2, signalled);
        assertThat(counter(info, "kernel.refused") + counter(info, "kernel.no_stack")).as(info)
                .isLessThanOrEqualTo(signalled / 100);
        return waiting;
    }

    @Test
    void javaFramesAreAboveTheKernels() throws Exception {
        Path recording = directory.resolve("rec-java");
        Finished finished = onlyWithKernelSide(Finished.run(command(record(recording), Jdk.java(17), "-cp",
                System.getProperty("java.class.path"), Sleeps.class.getName())).checked());
        double[] slept = Stream.of(finished.output().strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
        Stacks waiting = Stacks.of(recording, "waiting");
        String sleep = Sleeps.class.getName() + ".sleep";
        double found = waiting.millis("Sleeping", sleep, KERNEL, "do_futex"),
                betweenFiles = waiting.millis("Sleeping", CALLER_NOT_KNOWN, KERNEL, "do_futex");
        isTrue("sleep", found + betweenFiles, new Truth(slept[0], slept[1], 0));
        assertThat(waiting.millis("Sleeping", sleep)).isCloseTo(found, within(0.02 * found));
        assertThat(found).isGreaterThan(2 * betweenFiles);
    }

    /** One line says why, and the recording is there. */
    private void without(String name, String why, String... around) throws Exception {
        Path recording = directory.resolve("rec-" + name);
        Files.createDirectories(recording);
        Files.setPosixFilePermissions(recording, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<String> words = new ArrayList<>(List.of(around));
        words.addAll(command(record(recording), program.toString(), directory.toString()));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("unshare failed") && !finished.errors().contains("setpriv:"),
                finished.errors());
        assertThat(finished.checked().errors().lines()).as(finished.errors())
                .singleElement().asString().startsWith(NOT_KERNEL).contains(why).endsWith("; recording with ctimer");
        assertThat(Whodunit.info(recording)).contains("  sampling  ctimer every 4.000 ms: ");
        assertThat(4 * Stacks.of(recording, "cpu").millis("user")).isCloseTo(truth(finished.output()).get("user").used,
                within(100.0));
    }

    @Test
    void withoutPrivileges() throws Exception {
        without("unprivileged", "CAP_BPF and CAP_PERFMON are missing; run as root", "setpriv", "--reuid=65534",
                "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent");
    }

    @Test
    void inAContainerWithoutCapabilities() throws Exception {
        without("capabilities", "CAP_BPF and CAP_PERFMON are missing", "setpriv", "--inh-caps=-all",
                "--bounding-set=-sys_admin,-bpf,-perfmon");
    }

    @Test
    void withoutTypesOfTheKernel() throws Exception {
        without("btf", "the kernel does not tell its types (/sys/kernel/btf/vmlinux)", "unshare", "-m", "sh", "-c",
                "mount -t tmpfs none /sys/kernel/btf && exec \"$@\"", "sh");
    }

    /** A kernel whose types have no such tracepoints: the head of a table of types, and nothing in it. */
    @Test
    void withoutTypedTracepoints() throws Exception {
        without("tp_btf", "the kernel has no typed tracepoint (tp_btf) sys_exit",
                withTypes("printf '\\237\\353\\1\\0\\30\\0\\0\\0\\0"
                        + "\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\0'").toArray(String[]::new));
    }

    /** The words in front of a command for which the kernel tells the types that a shell's command prints. */
    private static List<String> withTypes(String print) {
        return List.of("unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt && " + print
                + " >/mnt/btf && mount --bind /mnt/btf " + TYPES + " && exec \"$@\"", "sh");
    }

    /** The helper of a recording, once it is there. */
    private static ProcessHandle helper(Path recording) throws InterruptedException {
        while (true) {
            var found = helpers(recording).findFirst();
            if (found.isPresent())
                return found.get();
            Thread.sleep(50);
        }
    }

    private static Stream<ProcessHandle> helpers(Path recording) {
        return ProcessHandle.allProcesses().filter(p -> {
            try {
                String words = Files.readString(Path.of("/proc/" + p.pid() + "/cmdline"));
                return words.contains("/whodunit-kernel\0") && words.contains(recording + "/kernel-");
            } catch (IOException e) { // it has ended, or nobody may look
                return false;
            }
        });
    }

    private static boolean isWritten(Path recording) {
        String[] parts = recording.toFile().list((d, n) -> n.endsWith(".part"));
        return parts != null && parts.length > 0;
    }

    /** Numbers of the BPF programs that a process holds. */
    private static List<String> programs(ProcessHandle process) throws IOException, InterruptedException {
        return Finished.run(List.of("sh", "-c", "sed -n 's/^prog_id:[^0-9]*//p' /proc/" + process.pid() + "/fdinfo/*"))
                .output().lines().distinct().toList();
    }

    private static void awaitGone(List<String> programs) throws Exception {
        for (String id : programs)
            while (Finished.run(List.of("/usr/sbin/bpftool", "prog", "show", "id", id)).status() == 0)
                Thread.sleep(50); // the test's time limit ends this
    }

    @Test
    void aKilledHelperLeavesNothingAndTheRecordingGoesOn() throws Exception {
        Path recording = directory.resolve("rec-helper");
        Path errors = directory.resolve("helper.err");
        Process process = new ProcessBuilder(command(record(recording), program.toString(), directory.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(errors.toFile()).start();
        while (process.isAlive() && !isWritten(recording))
            Thread.sleep(20);
        assumeTrue(!Files.readString(errors).contains(NOT_KERNEL), Files.readString(errors));
        ProcessHandle helper = helper(recording);
        List<String> programs = programs(helper);
        assertThat(programs).isNotEmpty();
        helper.destroyForcibly();
        awaitGone(programs);
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(errors)).contains("no engine kernel: the kernel side has ended; ");
        assertThat(recording.toFile().list()).as("no socket is left").allMatch(n -> n.endsWith(".jfr"));
        assertThat(Stacks.of(recording, "cpu").millis("kernel")).as("the last that runs").isGreaterThan(100);
    }

    /** A service is ended by a signal to all its processes. Its server has work to do still, which is recorded. */
    @Test
    void theHelperEndsAfterTheServer() throws Exception {
        Path recording = directory.resolve("rec-service");
        Path output = directory.resolve("service.out"), errors = directory.resolve("service.err");
        Process process = new ProcessBuilder(command(record(recording), "perl", "-e", """
                $| = 1;
                $SIG{TERM} = sub { 1 while (times)[0] < 1.5; exit };
                1 while (times)[0] < 0.2;
                print "serves";
                sleep 100;
                """)).redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
        while (process.isAlive() && Files.size(output) == 0)
            Thread.sleep(50);
        assumeTrue(!Files.readString(errors).contains(NOT_KERNEL), Files.readString(errors));
        ProcessHandle helper = helper(recording);
        helper.destroy();
        process.destroy();
        assertThat(process.waitFor()).isZero();
        helper.onExit().get();
        assertThat(Files.readString(errors)).isEmpty();
        assertThat(counter(Whodunit.info(recording), "kernel.ticks")).isGreaterThan(1000);
    }

    @Test
    void aKilledServerLeavesNothing() throws Exception {
        Path recording = directory.resolve("rec-server");
        Path output = directory.resolve("server.out"), errors = directory.resolve("server.err");
        Process process = new ProcessBuilder(
                command(record(recording), program.toString(), directory.toString(), "ever"))
                .redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
        while (process.isAlive() && Files.size(output) == 0)
            Thread.sleep(50);
        assumeTrue(!Files.readString(errors).contains(NOT_KERNEL), Files.readString(errors));
        ProcessHandle helper = helper(recording);
        List<String> programs = programs(helper);
        process.destroyForcibly().waitFor();
        awaitGone(programs);
        for (int i = 0; i < 600 && hasSocket(recording); i++)
            Thread.sleep(50);
        assertThat(hasSocket(recording)).isFalse();
    }

    /** A helper that was killed when no process could notice leaves its socket's file. */
    @Test
    void theNextHelperRemovesWhatAKilledOneHasLeft() throws Exception {
        Path recording = directory.resolve("rec-left");
        Files.createDirectories(recording);
        Path left = recording.resolve("kernel-1-abcdefgh.socket"), file = recording.resolve("kernel-2-abcdefgh.socket");
        Path lives = recording.resolve("kernel-3-abcdefgh.socket");
        String make = "import socket, sys; s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); "
                + "s.bind(sys.argv[1])";
        assertThat(new ProcessBuilder("python3", "-c", make, left.toString()).start().waitFor()).isZero();
        Files.writeString(file, "not a socket");
        String serve = make + "; s.listen(); print(1, flush=True); sys.stdin.read()";
        Process living = new ProcessBuilder("python3", "-c", serve, lives.toString()).start();
        try {
            assertThat(living.getInputStream().read()).isEqualTo('1');
            Path errors = directory.resolve("left.err");
            Process process = new ProcessBuilder(command(record(recording), "true")).redirectError(errors.toFile())
                    .start();
            assertThat(process.waitFor()).isZero();
            assumeTrue(!Files.readString(errors).contains(NOT_KERNEL), Files.readString(errors));
            assertThat(left).doesNotExist();
            assertThat(file).exists();
            assertThat(lives).exists();
        } finally {
            living.destroyForcibly().waitFor();
        }
    }

    private static boolean hasSocket(Path recording) {
        return recording.toFile().list((d, n) -> n.endsWith(".socket")).length > 0;
    }
}
