// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Where a request came from: the context in its baggage, or else the one that came beside its bytes, on the socket that
 * the calling thread has read from last (docs/messages.md, M8). A virtual thread may have read on another thread of the
 * system than it goes on with, so it has only the former.
 */
public final class Upstream {
    private static final boolean MESSAGES = Native.followsMessages();

    private Upstream() {}

    /**
     * The parent of the transaction that begins on the calling thread.
     *
     * @param wire what the baggage says, may be null
     * @return 0 if it came from nobody who is recorded
     */
    public static int of(String wire) {
        int arrived = ofMessage(); // also where baggage is stronger: it is this request's, and not the next one's
        return wire != null && Native.trustsBaggage() ? Native.fromWire(wire) : arrived;
    }

    /** The same for a transaction of which no baggage is known. */
    public static int ofMessage() {
        return MESSAGES && !ThreadContext.state().isVirtual() ? Native.arrived() : 0;
    }
}
