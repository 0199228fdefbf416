// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.jfr;

/** Chunks whose parts are not one behind the other. */
public final class ForgedJfr {
    private ForgedJfr() {}

    /** Two pools of constants, each of which says that the other one was written before it. */
    public static byte[] poolsInACircle() {
        Bytes chunk = new Bytes();
        int metadata = JfrFile.HEADER;
        byte[] description = JfrTypes.metadata().event(JfrFile.METADATA);
        int length = pool(1, new Bytes(), 0).length; // the distance has one byte
        chunk.writeBytes(description);
        chunk.writeBytes(pool(length, new Bytes(), 0));
        chunk.writeBytes(pool(-length, new Bytes(), 0));
        return whole(chunk, metadata + description.length);
    }

    /** User events of ours that are short, as they say, and hold all that follows. */
    public static byte[] eventsInEachOther(int events) {
        Bytes chunk = new Bytes();
        byte[] description = JfrTypes.metadata().event(JfrFile.METADATA);
        byte[] constants = pool(0, new Bytes().number(JfrFile.USER_TYPE).number(1).number(1).utf8("whodunit"), 1);
        chunk.writeBytes(description);
        chunk.writeBytes(constants);
        int length = 13;
        for (int left = events - 1; left >= 0; left--)
            fixed(fixed(chunk, length).number(JfrFile.USER_EVENT).number(1).number(1).number(1).number(5),
                    left * length);
        chunk.writeBytes(new byte[JfrFile.HEADER]); // a reader looks at so much at once
        return whole(chunk, JfrFile.HEADER + description.length);
    }

    private static byte[] pool(long before, Bytes constants, int kinds) {
        Bytes pool = new Bytes().number(0).number(0).number(before).number(1).number(kinds);
        pool.writeBytes(constants.toByteArray());
        return pool.event(JfrFile.CONSTANTS);
    }

    /** A number in four bytes. */
    private static Bytes fixed(Bytes into, int number) {
        for (int i = 0; i < 3; i++)
            into.write(number >>> 7 * i & 0x7f | 0x80);
        into.write(number >>> 21);
        return into;
    }

    private static byte[] whole(Bytes chunk, long constants) {
        Bytes all = new Bytes();
        all.writeBytes(JfrFile.header(JfrFile.HEADER + chunk.size(), constants, JfrFile.HEADER).array());
        all.writeBytes(chunk.toByteArray());
        return all.toByteArray();
    }
}
