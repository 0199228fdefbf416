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

    private SweepRanges() {}

    static SweepSums of(WaitRecording recording, Vertices vertices, ThreadTiers tiers, WaitStacks stacks,
            int ranges) throws IOException {
        SweepSums all = new SweepSums(recording.threadCount());
        long[] bounds = bounds(recording, ranges);
        try {
            IntStream.range(0, bounds.length - 1).parallel().forEach(i -> {
                Sweep sweep = new Sweep(recording, vertices, tiers, stacks, bounds[i], bounds[i + 1]);
                try {
                    sweep.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                all.addAll(sweep.sums);
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
