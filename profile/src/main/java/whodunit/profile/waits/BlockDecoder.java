// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** Takes the intervals out of a block. Not thread-safe: each worker has its own. */
final class BlockDecoder {
    private byte[] bytes;
    private int at;
    private int end;

    /**
     * @param into is emptied first; without those intervals that lie behind damage, or end before they begin
     * @return false if some are left out
     */
    boolean decode(BlockHead head, byte[] payload, Intervals into) {
        bytes = payload;
        at = 0;
        end = head.length();
        into.clear(head.count());
        long running = 0;
        try {
            for (int n = 0; n < head.count(); n++) {
                int i = into.count;
                int flags = bytes[at++] & 0xff;
                into.kind[i] = (byte) (flags & 15);
                into.waker[i] = (byte) (flags >> 4 & 7);
                into.thread[i] = (int) varint();
                long step = varint();
                running += step >>> 1 ^ -(step & 1);
                into.running[i] = running;
                into.woken[i] = running - varint();
                into.blocked[i] = into.woken[i] - varint();
                into.ran[i] = varint();
                into.wakerThread[i] = into.waker[i] == Waker.THREAD.ordinal() ? (int) varint() : 0;
                long context = varint();
                boolean begun = (context & 1) != 0;
                into.context[i] = (int) (context >>> 1);
                into.begun[i] = begun ? (int) varint() : 0;
                into.lastBegun[i] = begun ? (int) varint() : 0;
                into.wakerContext[i] = into.waker[i] == Waker.THREAD.ordinal() ? (int) varint() : 0;
                boolean stacks = (flags & 128) != 0;
                into.stack[i] = stacks ? (int) varint() : 0;
                into.wakerStack[i] = stacks ? (int) varint() : 0;
                if (at > end)
                    return false;
                if (into.blocked[i] <= into.woken[i] && into.woken[i] <= running)
                    into.count++; // else a clock went back, which is no reason to doubt the others
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return false;
        }
        return at == end && into.count == head.count();
    }

    private long varint() {
        byte b = bytes[at++];
        long value = b & 127;
        for (int shift = 7; b < 0 && shift < 64; shift += 7) {
            b = bytes[at++];
            value |= (b & 127L) << shift;
        }
        return value;
    }
}
