// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import whodunit.agent.boot.Native;

/** Asks by one call path below many contexts, in turns: each has a synopsis of its own, the same each time. */
public final class ManyBases {
    private static final int BASES = 100;
    private static final int ROUNDS = 100;

    private ManyBases() {}

    public static void main(String[] args) {
        int[] synopses = new int[BASES];
        for (int i = 0; i < BASES * ROUNDS; i++) {
            int base = i % BASES;
            int synopsis = Native.capture(Native.stage(0, "stage " + base), 0, false);
            if (synopses[base] != 0 && synopses[base] != synopsis || base > 0 && synopsis == synopses[base - 1])
                System.out.println("WRONG: below base " + base + " it was " + synopses[base] + " and is " + synopsis);
            synopses[base] = synopsis;
        }
        System.out.println("captured " + BASES * ROUNDS);
    }
}
