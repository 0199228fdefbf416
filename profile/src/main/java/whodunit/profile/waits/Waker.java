// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** Who ended a wait. In the order of the format's numbers (docs/format.md, "Intervals"). */
public enum Waker {
    UNKNOWN("unknown"), THREAD("thread"), TIMER("timer"), DISK("disk"), NETWORK("network"), INTERRUPT("interrupt");

    private static final Waker[] ALL = values();

    /** The vertex that stands for it in a graph; not of THREAD. */
    public final String vertex;

    Waker(String vertex) {
        this.vertex = vertex;
    }

    static Waker of(int number) {
        return number < ALL.length ? ALL[number] : UNKNOWN;
    }

    /** Whether it is a device, which waits for threads while it has nothing to do. */
    boolean isDevice() {
        return this == DISK || this == NETWORK;
    }
}
