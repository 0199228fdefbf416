// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.BitSet;
import whodunit.agent.boot.Native;

/** Asks for the synopses of more paths than the agent remembers: each must have one of its own all the same. */
public final class ManyPaths {
    /** PATHS in jvm-agent/native/capture.c. */
    private static final int REMEMBERED = 1 << 18;
    private static final int OVERFLOW = 1;

    private ManyPaths() {}

    public static void main(String[] args) {
        BitSet synopses = new BitSet();
        int n = REMEMBERED + 10_000;
        for (int i = 0; i < n; i++) {
            int synopsis = Native.capture(Native.stage(0, "stage " + i), 0, false);
            if (synopsis == OVERFLOW || synopses.get(synopsis)) {
                System.out.println("WRONG: path " + i + " has synopsis " + synopsis);
                return;
            }
            synopses.set(synopsis);
        }
        System.out.println("captured " + n);
    }
}
