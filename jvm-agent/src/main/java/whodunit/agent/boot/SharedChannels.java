// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Which channels have brought elements of several contexts, so that who takes from them serves them: others bring
 * answers. A table of fixed size, without locks, as {@link LentElements} has.
 */
final class SharedChannels {
    private static final int BITS = 12;

    /** By the channel: its identity, the context of an element, and whether another one had another. */
    private static final int[] CHANNEL = new int[1 << BITS], CONTEXT = new int[1 << BITS];
    private static final boolean[] SEVERAL = new boolean[1 << BITS];

    private SharedChannels() {}

    static boolean is(int channel) {
        int slot = slot(channel);
        return CHANNEL[slot] == channel && SEVERAL[slot];
    }

    /** An element with this context is put into it. */
    static void put(int channel, int context) {
        int slot = slot(channel);
        if (CHANNEL[slot] != channel) {
            CHANNEL[slot] = channel;
            CONTEXT[slot] = context;
            SEVERAL[slot] = false;
        } else if (CONTEXT[slot] != context && !SEVERAL[slot]) {
            SEVERAL[slot] = true;
        }
    }

    private static int slot(int channel) {
        return channel * 0x9E3779B9 >>> 32 - BITS;
    }
}
