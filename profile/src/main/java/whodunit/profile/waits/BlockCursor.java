// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;

/**
 * Goes through the intervals of a file from the last to the first, as far as they belong to a range of time. A thread
 * that was not seen to run again is told of when it stops, so blocks overlap: what is earlier than the end of a block
 * before waits for that one.
 */
final class BlockCursor {
    /** So many wait; of a file in which more would, because a clock was set back, the others are taken out of order. */
    private static final int MOST_WAITING = 4096;

    final int file;
    final Intervals intervals = new Intervals();
    /** The current interval's place in {@link #intervals}. */
    int at = -1;

    private final WaitFile source;
    private final BlockDecoder decoder = new BlockDecoder();
    private final long after;
    private final long until;
    /** For each block, the last time in the blocks before it. */
    private final long[] lastBefore;
    private final Intervals waiting = new Intervals();
    private byte[] payload = new byte[0];
    private int block;
    private int first;
    private long damaged;

    /** Those that ran again after {@code after}, and not later than {@code until}. */
    BlockCursor(int file, WaitFile source, long after, long until) {
        this.file = file;
        this.source = source;
        this.after = after;
        this.until = until;
        block = source.blocks.size();
        lastBefore = new long[block];
        for (int b = 0; b < block; b++)
            lastBefore[b] = b == 0 ? Long.MIN_VALUE : Math.max(lastBefore[b - 1], source.blocks.get(b - 1).last());
    }

    /** To the interval before, the last one at first; false if there is none. */
    boolean previous() throws IOException {
        for (;;) {
            while (--at >= first)
                if (intervals.running[at] > after && intervals.running[at] <= until)
                    return true;
            if (!load())
                return false;
        }
    }

    private boolean load() throws IOException {
        while (--block >= 0) {
            BlockHead head = source.blocks.get(block);
            if (head.last() > after && head.low() <= until) {
                decode(head);
                order(lastBefore[block]);
                return true;
            }
        }
        intervals.clear(0);
        order(Long.MIN_VALUE);
        return at > 0;
    }

    /** What waited comes now, too; and what is earlier than that time waits. */
    private void order(long time) {
        intervals.add(waiting, waiting.count);
        intervals.sort();
        at = intervals.count;
        first = Math.min(intervals.before(time), MOST_WAITING);
        waiting.clear(0);
        waiting.add(intervals, first);
    }

    private void decode(BlockHead head) throws IOException {
        if (payload.length < head.length())
            payload = new byte[head.length()];
        if (!source.load(head, payload)) {
            damaged += head.count();
            intervals.clear(0);
        } else if (!decoder.decode(head, payload, intervals))
            damaged += head.count() - intervals.count;
    }

    /** How many intervals could not be read. */
    long damaged() {
        return damaged;
    }

    /** A time of the current interval, after which the next ones are earlier. */
    long time() {
        return intervals.running[at];
    }

    /** All intervals of a block; for looking beyond a range. */
    Intervals block(BlockHead head) throws IOException {
        decode(head);
        intervals.sort();
        return intervals;
    }
}
