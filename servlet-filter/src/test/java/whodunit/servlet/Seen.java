package whodunit.servlet;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which contexts the agent had on the threads at named places of the application. */
final class Seen {
    private final Map<String, Integer> contexts = new ConcurrentHashMap<>();

    void here(String place) {
        contexts.put(place, Transactions.current());
    }

    /** -1 if the place was not reached. */
    int at(String place) {
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
