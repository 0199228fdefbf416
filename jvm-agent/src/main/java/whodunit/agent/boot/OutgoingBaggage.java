// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * The baggage header of a request that leaves: what the application has in it, and the sender's context with the call
 * path that leads here. Called by instrumented clients.
 */
public final class OutgoingBaggage {
    /** Takes every header. */
    public static final BiPredicate<String, String> ALL = Any.HEADER;

    private OutgoingBaggage() {}

    /**
     * The header's value for a request that the calling thread sends now.
     *
     * @param existing what the request has already, may be null
     * @return null if it is to stay as it is
     */
    public static String header(String existing) {
        int context = ThreadContext.capture(1);
        return context == 0 ? null : Baggage.with(existing, OwnWire.send(context));
    }

    /**
     * The same for immutable headers, all of them. Those of java.net.http are not named here: their class is not on the
     * boot class path.
     */
    public static Map<String, List<String>> headers(Map<String, List<String>> existing) {
        Map<String, List<String>> all = new HashMap<>();
        List<String> present = new ArrayList<>();
        existing.forEach((name, values) -> {
            if (name.equalsIgnoreCase(Baggage.HEADER))
                present.addAll(values);
            else
                all.put(name, values);
        });
        int context = ThreadContext.capture(1);
        String value = context == 0 ? null : Baggage.with(String.join(",", present), OwnWire.send(context));
        if (value != null)
            all.put(Baggage.HEADER, List.of(value));
        else if (!present.isEmpty())
            all.put(Baggage.HEADER, present);
        return all;
    }

    private enum Any implements BiPredicate<String, String> {
        HEADER;

        @Override
        public boolean test(String name, String value) {
            return true;
        }
    }
}
