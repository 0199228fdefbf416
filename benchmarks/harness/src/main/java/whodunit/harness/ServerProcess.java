// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server process of ours: started with its output in a file, stopped by SIGTERM, and never left behind. */
public final class ServerProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 60;

    private final String name;
    private final Process process;
    private final Path log;
    /** For a Ctrl-C at any moment, also while other servers are still starting. */
    private final Thread hook = new Thread(this::stop, "stop server");

    private ServerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts it.
     *
     * @param name      for errors
     * @param directory in which it runs
     * @param log       where its output goes; emptied first
     */
    public static ServerProcess start(String name, List<String> command, Map<String, String> environment,
            Path directory, Path log)
            throws IOException {
        ProcessBuilder b = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
        b.environment().putAll(environment);
        return new ServerProcess(name, b.start(), log);
    }

    /** The process id; the server's own, since prefixes replace themselves by it. */
    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has said so far. */
    public String log() throws IOException {
        return Files.readString(log, StandardCharsets.ISO_8859_1);
    }

    /** A question that a starting server is asked again and again. */
    public interface Probe {
        boolean ready() throws Exception;
    }

    /** Returns when it is ready. */
    public void await(Probe probe, int seconds) throws IOException, InterruptedException {
        Exception last = null;
        for (long end = System.nanoTime() + seconds * 1_000_000_000L; System.nanoTime() < end; Thread.sleep(50)) {
            if (!process.isAlive())
                throw new IOException(name + " ended with status " + process.exitValue() + ":\n" + tail());
            try {
                if (probe.ready())
                    return;
            } catch (Exception e) {
                last = e;
            }
        }
        throw new IOException(name + " is not ready after " + seconds + " s (" + last + "):\n" + tail());
    }

    private String tail() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it at once, as a crash would; {@link #close} is still to be called. */
    public void kill() {
        process.destroyForcibly();
    }

    /**
     * Asks it by another signal than SIGTERM to finish its work and end, and waits a while; {@link #close} is still to
     * be called.
     */
    public void finish(String signal, int seconds) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
            process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the JVM is going down, the hook does it
        }
    }

    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                System.err.println(name + " did not stop within " + STOP_SECONDS + " s and is killed");
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** A port of the loopback interface that nobody listens on now. */
    public static int freePort() throws IOException {
        try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return s.getLocalPort();
        }
    }
}
