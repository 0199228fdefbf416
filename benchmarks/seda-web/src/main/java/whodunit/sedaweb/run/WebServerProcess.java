// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import whodunit.harness.ServerProcess;
import whodunit.sedaweb.server.WebServer;

/** The web server in a JVM of its own. It never outlives whoever started it. */
public final class WebServerProcess implements AutoCloseable {
    private static final int SECONDS = 60;
    /** USER_HZ, fixed on Linux. */
    private static final double TICK_MILLIS = 10;
    private static final Pattern READY = Pattern.compile("listening on port (\\d+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final ServerProcess process;
    private final int port;

    private WebServerProcess(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * @param prefix    words in front of the java command
     * @param options   of the JVM
     * @param arguments of the server
     */
    public static WebServerProcess start(List<String> prefix, List<String> options, Path log, String... arguments)
            throws IOException, InterruptedException {
        return start(WebServer.class, prefix, options, log, arguments);
    }

    /** @param main the server: this one, or another that says where it listens in the same words */
    public static WebServerProcess start(Class<?> main, List<String> prefix, List<String> options, Path log,
            String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        ServerProcess process = ServerProcess.start("seda-web", command, Map.of(), Path.of("."), log);
        try {
            process.await(() -> READY.matcher(process.log()).find(), SECONDS);
            Matcher ready = READY.matcher(process.log());
            ready.find();
            return new WebServerProcess(process, Integer.parseInt(ready.group(1)));
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    /** The server's own, since what stands in front of its command replaces itself by it. */
    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String log() throws IOException {
        return process.log();
    }

    /** CPU time of all its threads, dead ones included, as the kernel accounts it. */
    public double cpuMillis() throws IOException {
        String line = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MILLIS;
    }

    /** Open descriptors. */
    public int descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid()), "fd"))) {
            return (int) open.count();
        }
    }

    public int threads() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            return (int) tasks.count();
        }
    }

    /** Megabytes of memory that it holds, native ones included. */
    public double residentMegabytes() throws IOException {
        Matcher resident = RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(pid()), "status")));
        if (!resident.find())
            throw new IOException("the web server has ended:\n" + log());
        return Long.parseLong(resident.group(1)) * 1024 / 1e6;
    }

    /** Bytes of the heap that are in use after a garbage collection. */
    public long liveHeap() throws IOException, InterruptedException {
        jcmd("GC.run");
        Matcher used = Pattern.compile("used (\\d+)K").matcher(jcmd("GC.heap_info"));
        if (!used.find())
            throw new IOException("jcmd GC.heap_info says nothing of what is used");
        return Long.parseLong(used.group(1)) * 1024;
    }

    private String jcmd(String what) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid()), what)
                .redirectErrorStream(true).start();
        String output = new String(jcmd.getInputStream().readAllBytes());
        if (jcmd.waitFor() != 0)
            throw new IOException("jcmd " + what + " failed: " + output);
        return output;
    }

    @Override
    public void close() {
        process.close();
    }
}
