// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;

/** Goes through the intervals of a file from the last to the first, as far as they belong to a range of time. */
final class BlockCursor {
    final int file;
    final Intervals intervals = new Intervals();
    /** The current interval's place in {@link #intervals}. */
    int at = -1;

    private final WaitFile source;
    private final BlockDecoder decoder = new BlockDecoder();
    private final long after;
    private final long until;
    private byte[] payload = new byte[0];
    private int block;
    private long damaged;

    /** Those that ran again after {@code after}, and not later than {@code until}. */
    BlockCursor(int file, WaitFile source, long after, long until) {
        this.file = file;
        this.source = source;
        this.after = after;
        this.until = until;
        block = source.blocks.size();
    }

    /** To the interval before, the last one at first; false if there is none. */
    boolean previous() throws IOException {
        for (;;) {
            while (--at >= 0)
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
                return true;
            }
        }
        return false;
    }

    private void decode(BlockHead head) throws IOException {
        if (payload.length < head.length())
            payload = new byte[head.length()];
        if (!source.load(head, payload)) {
            damaged += head.count();
            intervals.clear(0);
        } else if (!decoder.decode(head, payload, intervals))
            damaged += head.count() - intervals.count;
        intervals.sort();
        at = intervals.count;
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
        return intervals;
    }
}
