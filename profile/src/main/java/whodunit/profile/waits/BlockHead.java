// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The head of a block of a file of intervals.
 *
 * @param payload where in the file the block's contents begin
 * @param first   the earliest time that its intervals began to wait
 * @param low     the earliest time that a thread of them ran again
 * @param last    the latest such time
 */
record BlockHead(long payload, int type, int length, int crc, int count, long first, long low, long last) {
    static final int SIZE = 48;
    static final int MAGIC = 0x42574457; // "WDWB"
    static final int DEFINITIONS = 1, INTERVALS = 2, TOTALS = 3;
    /** No writer makes larger blocks, or shorter intervals: that is damage, for which no memory is taken. */
    static final int LONGEST = 1 << 20, SHORTEST_INTERVAL = 7;

    /** @return null if there is no sound head at that place */
    static BlockHead of(ByteBuffer head, long position) {
        CRC32 crc = new CRC32();
        crc.update(head.array(), head.arrayOffset() + head.position(), SIZE - 4);
        if (head.getInt(0) != MAGIC || head.getInt(44) != (int) crc.getValue())
            return null;
        BlockHead b = new BlockHead(position + SIZE, head.getInt(4), head.getInt(8), head.getInt(12), head.getInt(16),
                head.getLong(20), head.getLong(28), head.getLong(36));
        return b.length < 0 || b.length > LONGEST || b.count < 0
                || b.count > b.length / SHORTEST_INTERVAL ? null : b;
    }
}
