// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * The contexts of what was done last, by a hash of what that was: a table of fixed size, without locks, of which each
 * place keeps its last few. What was driven out, or lost in a race, is nobody's.
 */
final class RecentContexts {
    private static final int BITS = 12, KEPT = 4;

    /** Each a hash and a context, the newest of a place first. */
    private final long[] all = new long[KEPT << BITS];

    void put(int hash, int context) {
        int place = place(hash);
        for (int i = place + KEPT - 1; i > place; i--)
            all[i] = all[i - 1];
        all[place] = (long) hash << 32 | context;
    }

    int get(int hash) {
        int place = place(hash);
        for (int i = place; i < place + KEPT; i++) {
            long one = all[i];
            if ((int) (one >>> 32) == hash)
                return (int) one;
        }
        return 0;
    }

    private static int place(int hash) {
        return (hash * 0x9E3779B9 >>> 32 - BITS) * KEPT;
    }
}
