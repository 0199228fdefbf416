package whodunit.agent.boot;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.agent.api.Whodunit;

/**
 * The baggage header of a request that leaves: what the application has in it, and the sender's context with the call path
 * that leads here. Called by instrumented clients.
 */
public final class OutgoingBaggage {
    private OutgoingBaggage() {}

    /**
     * The header's value for a request that the calling thread sends now.
     *
     * @param existing what the request has already, may be null
     * @return null if it is to stay as it is
     */
    public static String header(String existing) {
        int context = ThreadContext.capture(1);
        return context == 0 ? null : Baggage.with(existing, Whodunit.toWire(context));
    }

    /** The same for the immutable headers of java.net.http. */
    public static HttpHeaders headers(HttpHeaders existing) {
        int context = ThreadContext.capture(1);
        List<String> present = existing.allValues(Baggage.HEADER);
        String value = context == 0 ? null
                : Baggage.with(present.isEmpty() ? null : String.join(",", present), Whodunit.toWire(context));
        if (value == null)
            return existing;
        Map<String, List<String>> all = new HashMap<>();
        existing.map().forEach((name, values) -> {
            if (!name.equalsIgnoreCase(Baggage.HEADER))
                all.put(name, new ArrayList<>(values));
        });
        all.put(Baggage.HEADER, List.of(value));
        return HttpHeaders.of(all, AnyHeader.INSTANCE);
    }

    private enum AnyHeader implements java.util.function.BiPredicate<String, String> {
        INSTANCE;

        @Override
        public boolean test(String name, String value) {
            return true;
        }
    }
}
