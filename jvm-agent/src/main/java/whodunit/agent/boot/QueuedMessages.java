// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/** Messages from a broker's queues: each is handled for the transaction that has sent it, or for one of the queue's. */
final class QueuedMessages {
    /** What a server, or Spring, makes up names with. */
    private static final String MADE_UP = ".gen-";

    private static final BoundedNames NAMES = new BoundedNames();

    private QueuedMessages() {}

    /** What a queue's own transactions are called. */
    static String name(String queue) {
        int madeUp = queue.indexOf(MADE_UP);
        String name = madeUp < 0 ? queue : queue.substring(0, madeUp + MADE_UP.length() - 1);
        return NAMES.admit(name) ? name : "(other queues)";
    }

    /**
     * What a message is handled under.
     *
     * @param name    from {@link #name}
     * @param baggage what it has brought, may be null
     */
    static int context(String name, Object baggage) {
        String wire = baggage == null || !Native.trustsBaggage() ? null : Baggage.wire(baggage.toString());
        return Types.context(wire == null ? 0 : Native.fromWire(wire), name);
    }
}
