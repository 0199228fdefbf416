// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Sweeps a whole recording, ranges of time at the same time on all processors, and adds up what they found. */
final class SweepRanges {
    private static final int RANGES_PER_PROCESSOR = 3;

    final EdgeSums edges = new EdgeSums();
    final EdgeSums shares = new EdgeSums();
    final long[] ranNanos;
    final long[] runnableNanos;
    final long[] waitedNanos;
    long damaged;
    final long[] leftOutNanos;
    long leftOut;

    SweepRanges(WaitRecording recording) {
        int n = recording.threadCount();
        ranNanos = new long[n];
        runnableNanos = new long[n];
        waitedNanos = new long[n];
        leftOutNanos = new long[n];
    }

    static SweepRanges of(WaitRecording recording, Vertices vertices, ThreadTiers tiers, int ranges)
            throws IOException {
        SweepRanges all = new SweepRanges(recording);
        long[] bounds = bounds(recording, ranges);
        try {
            IntStream.range(0, bounds.length - 1).parallel().forEach(i -> {
                Sweep sweep = new Sweep(recording, vertices, tiers, bounds[i], bounds[i + 1]);
                try {
                    sweep.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                all.add(sweep);
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return all;
    }

    static int usualRanges() {
        int processors = Runtime.getRuntime().availableProcessors();
        return processors == 1 ? 1 : processors * RANGES_PER_PROCESSOR;
    }

    private synchronized void add(Sweep sweep) {
        edges.addAll(sweep.edges);
        shares.addAll(sweep.shares);
        damaged += sweep.damaged;
        leftOut += sweep.leftOut;
        for (int i = 0; i < ranNanos.length; i++) {
            ranNanos[i] += sweep.ranNanos[i];
            runnableNanos[i] += sweep.runnableNanos[i];
            waitedNanos[i] += sweep.waitedNanos[i];
            leftOutNanos[i] += sweep.leftOutNanos[i];
        }
    }

    /** Times between which lie about as many intervals each. */
    private static long[] bounds(WaitRecording recording, int ranges) {
        List<BlockHead> blocks = new ArrayList<>();
        long start = recording.start(), end = recording.end();
        recording.files.forEach(f -> f.blocks.stream().filter(b -> b.last() > start && b.low() <= end)
                .forEach(blocks::add));
        blocks.sort((a, b) -> Long.compare(a.last(), b.last()));
        long each = Math.max(1, blocks.stream().mapToLong(BlockHead::count).sum() / ranges), sum = 0;
        List<Long> bounds = new ArrayList<>();
        bounds.add(start);
        for (BlockHead b : blocks) {
            sum += b.count();
            if (sum >= each * bounds.size() && bounds.size() < ranges && b.last() < end)
                bounds.add(b.last());
        }
        bounds.add(end);
        return bounds.stream().mapToLong(t -> t).distinct().toArray();
    }
}
