// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * How many collectors requests have started that a source has, of which two are many. A table of fixed size, without
 * locks: of very many sources some are forgotten.
 */
final class StartedCollectors {
    private static final int BITS = 12;

    private final int[] source = new int[1 << BITS];
    private final byte[] started = new byte[1 << BITS];

    void add(int id) {
        int place = place(id);
        started[place] = (byte) (source[place] == id ? 2 : 1);
        source[place] = id;
    }

    boolean isKnown(int id) {
        return source[place(id)] == id;
    }

    boolean areMany(int id) {
        int place = place(id);
        return source[place] == id && started[place] == 2;
    }

    private static int place(int id) {
        return id * 0x9E3779B9 >>> 32 - BITS;
    }
}
