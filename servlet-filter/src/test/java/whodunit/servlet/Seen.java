// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import java.util.HashMap;
import java.util.Map;

/** Which contexts the agent had on the threads at named places of the application. */
final class Seen {
    private static final long PATIENCE_MS = 10_000;

    private final Map<String, Integer> contexts = new HashMap<>();

    synchronized void here(String place) {
        contexts.put(place, Transactions.current());
        notifyAll();
    }

    /**
     * Waits for the place to be reached, because a client has its response before the server is done; -1 if it is not.
     */
    synchronized int at(String place) throws InterruptedException {
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        for (long left = PATIENCE_MS; !contexts.containsKey(place) && left > 0;
                left = deadline - System.currentTimeMillis())
            wait(left);
        return contexts.getOrDefault(place, -1);
    }

    /** What the agent itself makes of a transaction of this type, under the upstream context if one is given. */
    static int transaction(String type, String upstreamWire) {
        int previous = Transactions.attach(upstreamWire == null ? 0 : Transactions.fromWire(upstreamWire));
        Transactions.begin(type);
        int context = Transactions.current();
        Transactions.attach(previous);
        return context;
    }

    static int transaction(String type) {
        return transaction(type, null);
    }
}
