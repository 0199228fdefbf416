// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import whodunit.sedaweb.load.Hostile;
import whodunit.sedaweb.load.Load;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.WebServerProcess;

/**
 * What a server must stand: load of all shapes while hostile clients do their worst, with every reply right, nobody
 * kept waiting, and in the end not one thread, descriptor or page of memory more than in the beginning.
 */
final class Endurance implements AutoCloseable {
    private static final int HOSTILE_CLIENTS = 4;
    /** Threads that come with load and may stay: the JVM's compilers, its attach listener, the disk pool's. */
    private static final int THREADS_ALLOWED = 24;
    private static final long HEAP_ALLOWED = 8 << 20;
    private static final int QUIET_SECONDS = 60;
    /**
     * Of a shorter run resident memory is told and not judged: heap, compilers and allocator are still taking their
     * share.
     */
    private static final int SECONDS_TO_SETTLE = 240;
    private static final double RESIDENT_MEGABYTES_ALLOWED = 32;

    /** Connections, keep-alive and share of the requests, of 100. */
    private record Part(int connections, boolean keepAlive, int percent) {}

    private static final List<Part> PARTS = List.of(new Part(1, true, 10), new Part(1, false, 5),
            new Part(16, true, 30),
            new Part(16, false, 15), new Part(256, true, 25), new Part(256, false, 15));

    private final WebServerProcess server;
    private final Pages pages;
    private final Hostile hostile;
    private final long begun = System.nanoTime();
    private final List<String> wrong = new ArrayList<>();
    private int descriptors, threads;
    private long heap;
    /** Megabytes after each round. */
    private final List<Double> resident = new ArrayList<>();
    private long requests;

    /** Warms the server up and takes its measure. */
    Endurance(WebServerProcess server, Pages pages) throws IOException, InterruptedException {
        this.server = server;
        this.pages = pages;
        for (Part p : PARTS)
            require(Load.requests(1000, server.port(), pages, new Load.Shape(p.connections, 0.8, p.keepAlive, 0.05),
                    0));
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
            Load.Results results = Load.requests((long) n * p.percent / 100, server.port(), pages,
                    new Load.Shape(p.connections, 0.8, p.keepAlive, 0.02), seed);
            require(results);
            told.append(String.format("  %3d connections, %-10s %s%n", p.connections,
                    p.keepAlive ? "keep-alive" : "closing", results));
        }
        resident.add(server.residentMegabytes());
        return told + String.format(
                "  server: %d threads, %d descriptors, %.1f MB resident; %d things done by hostile clients",
                server.threads(), server.descriptors(),
                resident.get(resident.size() - 1), hostile.deeds());
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
            whatResidentMemoryDid();
            System.out.printf(
                    "after %d right replies and %d hostile deeds: threads %d -> %d, descriptors %d -> %d, "
                            + "live heap %.1f -> %.1f MB%n",
                    requests,
                    hostile.deeds(), threads, server.threads(), descriptors, server.descriptors(), heap / 1e6,
                    after / 1e6);
        }
        if (server.log().contains("Exception") || server.log().contains("Error"))
            wrong.add("the server complains:\n" + server.log());
        return wrong;
    }

    /** What leaks outside of the heap shows here: the last quarter of the rounds against the second. */
    private void whatResidentMemoryDid() {
        int quarter = resident.size() / 4;
        if (quarter == 0)
            return;
        double before = Collections.max(resident.subList(quarter, 2 * quarter)),
                after = Collections.max(resident.subList(resident.size() - quarter, resident.size()));
        System.out.printf("resident memory: %.1f MB in the second quarter of %d rounds, %.1f MB in the last%n", before,
                resident.size(), after);
        boolean settled = System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(SECONDS_TO_SETTLE);
        if (settled && after > before + RESIDENT_MEGABYTES_ALLOWED)
            wrong.add(String.format("resident memory: %.1f MB in the second quarter of the rounds, %.1f in the last",
                    before, after));
    }

    /** Connections that clients have closed end a moment later. */
    private void awaitDescriptors(int most) throws InterruptedException, IOException {
        int before = Integer.MAX_VALUE;
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS); System.nanoTime() < end;
                Thread.sleep(500)) {
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
