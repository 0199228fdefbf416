// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import whodunit.harness.ServerProcess;

/**
 * A server process with its output in a file. It never outlives its test. Unlike a {@link ServerProcess} it fails the
 * test if it does not start or stop as it should, and is killed when the test is over.
 */
public final class Server implements AutoCloseable {
    private static final int READY_SECONDS = 90;
    private static final int STOP_SECONDS = 60;

    private final String name;
    private final Process process;
    private final Path log;

    public Server(List<String> command, Path log) throws IOException {
        this.name = log.getFileName().toString();
        this.log = log;
        process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(log.toFile())).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    public void await(ServerProcess.Probe probe) throws InterruptedException, IOException {
        Exception last = null;
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS); System.nanoTime() < end;
                Thread.sleep(50)) {
            if (!process.isAlive())
                throw new AssertionError(name + " ended with status " + process.exitValue() + ":\n" + log());
            try {
                if (probe.ready())
                    return;
            } catch (Exception e) {
                last = e;
            }
        }
        throw new AssertionError(name + " is not ready after " + READY_SECONDS + " s (" + last + "):\n" + log());
    }

    public String log() throws IOException {
        return Files.readString(log, StandardCharsets.ISO_8859_1);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** CPU time that it has used so far. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** SIGTERM; the exit status. A server that does not stop is an error. */
    public int terminate() throws InterruptedException, IOException {
        process.destroy();
        return awaitEnd();
    }

    /** The exit status of a server that has been told to stop. One that does not stop is an error. */
    public int awaitEnd() throws InterruptedException, IOException {
        if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS))
            return process.exitValue();
        throw new AssertionError(name + " did not stop within " + STOP_SECONDS + " s:\n" + log());
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
