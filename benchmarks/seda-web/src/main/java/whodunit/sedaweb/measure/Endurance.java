package whodunit.sedaweb.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import whodunit.sedaweb.load.Hostile;
import whodunit.sedaweb.load.Load;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.WebServerProcess;

/**
 * What a server must stand: load of all shapes while hostile clients do their worst, with every reply right, nobody kept
 * waiting, and in the end not one thread, descriptor or page of memory more than in the beginning.
 */
final class Endurance implements AutoCloseable {
    private static final int HOSTILE_CLIENTS = 4;
    /** Threads that come with load and may stay: the JVM's compilers, its attach listener, the disk pool's. */
    private static final int THREADS_ALLOWED = 24;
    private static final long HEAP_ALLOWED = 8 << 20;
    private static final int QUIET_SECONDS = 60;

    /** Connections, keep-alive and share of the requests, of 100. */
    private record Part(int connections, boolean keepAlive, int percent) {}

    private static final List<Part> PARTS = List.of(new Part(1, true, 10), new Part(1, false, 5), new Part(16, true, 30),
            new Part(16, false, 15), new Part(256, true, 25), new Part(256, false, 15));

    private final WebServerProcess server;
    private final Pages pages;
    private final Hostile hostile;
    private final List<String> wrong = new ArrayList<>();
    private int descriptors, threads;
    private long heap;
    private long requests;

    /** Warms the server up and takes its measure. */
    Endurance(WebServerProcess server, Pages pages) throws IOException, InterruptedException {
        this.server = server;
        this.pages = pages;
        for (Part p : PARTS)
            require(Load.requests(1000, server.port(), pages, new Load.Shape(p.connections, 0.8, p.keepAlive, 0.05), 0));
        heap = server.liveHeap(); // first: to be asked costs a JVM some descriptors
        awaitDescriptors(Integer.MAX_VALUE);
        descriptors = server.descriptors();
        threads = server.threads();
        hostile = new Hostile(server.port(), pages, HOSTILE_CLIENTS);
    }

    /** So many requests in all shapes; some clients go away at random. */
    String round(int n, long seed) throws InterruptedException, IOException {
        StringBuilder told = new StringBuilder();
        for (Part p : PARTS) {
            Load.Results results = Load.requests((long) n * p.percent / 100, server.port(), pages, new Load.Shape(p.connections, 0.8, p.keepAlive, 0.02), seed);
            require(results);
            told.append(String.format("  %3d connections, %-10s %s%n", p.connections, p.keepAlive ? "keep-alive" : "closing", results));
        }
        return told + String.format("  server: %d threads, %d descriptors, %d things done by hostile clients", server.threads(), server.descriptors(), hostile.deeds());
    }

    private void require(Load.Results results) {
        wrong.addAll(results.wrong());
        requests += results.right();
    }

    /** @return what was not as it must be, a line each; and what the server has come to */
    List<String> finish() throws InterruptedException, IOException {
        hostile.close();
        awaitDescriptors(descriptors);
        if (!server.isAlive())
            wrong.add("the server has ended");
        else {
            if (server.descriptors() > descriptors)
                wrong.add("descriptors: " + descriptors + " before, " + server.descriptors() + " after");
            if (server.threads() > threads + THREADS_ALLOWED)
                wrong.add("threads: " + threads + " before, " + server.threads() + " after");
            long after = server.liveHeap();
            if (after > heap + HEAP_ALLOWED)
                wrong.add("heap: " + heap + " bytes before, " + after + " after");
            System.out.printf("after %d right replies and %d hostile deeds: threads %d -> %d, descriptors %d -> %d, live heap %.1f -> %.1f MB%n", requests,
                    hostile.deeds(), threads, server.threads(), descriptors, server.descriptors(), heap / 1e6, after / 1e6);
        }
        if (server.log().contains("Exception") || server.log().contains("Error"))
            wrong.add("the server complains:\n" + server.log());
        return wrong;
    }

    /** Connections that clients have closed end a moment later. */
    private void awaitDescriptors(int most) throws InterruptedException, IOException {
        int before = Integer.MAX_VALUE;
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS); System.nanoTime() < end; Thread.sleep(500)) {
            int now = server.descriptors();
            if (now <= most && now == before)
                return;
            before = now;
        }
    }

    @Override
    public void close() throws InterruptedException {
        hostile.close();
    }
}
