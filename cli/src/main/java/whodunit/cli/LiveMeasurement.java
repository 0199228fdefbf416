// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import whodunit.cli.drill.FunctionTime;

/**
 * Has the kernel side measure a function of a running process (docs/kernel.md). Its program ends when this one does,
 * however that happens, and nothing of it stays in the process.
 */
final class LiveMeasurement {
    /** For a reader of the output. */
    private static final int PATIENCE_SECONDS = 5;

    private LiveMeasurement() {}

    /** Ctrl-C ends it early: what was measured until then is written as well. */
    static void run(long pid, String function, double seconds, Consumer<FunctionTime> writer) {
        Path program = program();
        if (!Files.isExecutable(program))
            throw new UserError("cannot measure: " + program + " was not built, since the machine that built it has no "
                    + "clang, libbpf-dev, liblzma-dev, bpftool or types of its kernel");
        Progress.OF_THIS_COMMAND.begins("measuring for " + seconds + " s");
        CountDownLatch written = new CountDownLatch(1);
        try {
            // its standard input stays open for as long as we live
            Process process = new ProcessBuilder(program.toString(), "measure", Long.toString(pid), function,
                    Double.toString(seconds)).redirectErrorStream(true).start();
            Thread early = new Thread(() -> endEarly(process, written));
            Runtime.getRuntime().addShutdownHook(early);
            writer.accept(result(pid, function, told(process, program)));
        } catch (IOException e) {
            throw new UserError("cannot measure: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserError("cannot measure: interrupted");
        } finally {
            written.countDown();
        }
    }

    /** The measurement ends with its input. */
    private static void endEarly(Process process, CountDownLatch written) {
        try {
            process.getOutputStream().close();
            written.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException | InterruptedException e) {
            process.destroy();
        }
    }

    private static Map<String, String> told(Process process, Path program) throws IOException, InterruptedException {
        Map<String, String> told = new HashMap<>();
        String last = null;
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; last = line) {
                String[] words = line.split(" ", 2);
                told.put(words[0], words.length > 1 ? words[1] : "");
            }
        }
        int status = process.waitFor();
        if (status != 0)
            throw new UserError("cannot measure: " + (last == null ? program + " ended with " + status : last));
        return told;
    }

    private static FunctionTime result(long pid, String function, Map<String, String> told) {
        return new FunctionTime(pid, function, told.get("file"), number(told, "measured_ns") / 1e9,
                number(told, "calls"), number(told, "total_ns") / 1e6, number(told, "longest_ns") / 1e6,
                number(told, "open"), number(told, "left"), number(told, "unnoted"));
    }

    private static long number(Map<String, String> told, String name) {
        return Long.parseLong(told.get(name));
    }

    /** Beside the jar that this class is in. */
    private static Path program() {
        try {
            return Path.of(LiveMeasurement.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .resolveSibling("whodunit-kernel");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
