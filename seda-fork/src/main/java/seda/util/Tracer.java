// SPDX-License-Identifier: Apache-2.0
package seda.util;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the latest messages in memory until somebody wants to see them. */
public class Tracer {
    private static final int KEPT = 10_000;
    private static final ConcurrentHashMap<String, Tracer> ALL = new ConcurrentHashMap<>();

    private final String name;
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private boolean verbose;

    private record Entry(long time, String message) {}

    public Tracer(String name) {
        this.name = name;
        ALL.put(name, this);
    }

    /** The tracer of that name, which is made if there is none. */
    public static Tracer getTracer(String name) {
        Tracer known = ALL.get(name);
        return known != null ? known : new Tracer(name);
    }

    public synchronized void reset() {
        entries.clear();
    }

    /** Prints messages when they come, besides keeping them. */
    public synchronized void setVerbose(boolean verbose) {
        this.verbose = verbose;
    }

    /** @param time microseconds, as of {@link MDWUtil#currentTimeUsec} */
    public synchronized void trace(String message, long time) {
        Entry entry = new Entry(time, message);
        if (entries.size() == KEPT)
            entries.removeFirst();
        entries.addLast(entry);
        if (verbose)
            print(entry);
    }

    public synchronized void trace(String message) {
        trace(message, MDWUtil.currentTimeUsec());
    }

    public synchronized void dump() {
        entries.forEach(this::print);
    }

    private void print(Entry e) {
        System.err.println(name + " " + e.time + " " + e.message);
    }

    public static void resetAll() {
        ALL.values().forEach(Tracer::reset);
    }

    public static void dumpAll() {
        ALL.values().forEach(Tracer::dump);
    }
}
