// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.util.Map;
import java.util.TreeMap;

/** Health counters that had another name once: older recordings, and those who read a report's JSON, still use it. */
public final class HealthNames {
    private static final Map<String, String> CURRENT = Map.of("weave.failed", "instrument.failed");

    private HealthNames() {}

    /** The counter's name of today. */
    static String current(String name) {
        return CURRENT.getOrDefault(name, name);
    }

    /** The counters by today's names and by their old ones. */
    public static Map<String, Long> withOld(Map<String, Long> health) {
        Map<String, Long> all = new TreeMap<>(health);
        CURRENT.forEach((old, current) -> {
            if (health.containsKey(current))
                all.put(old, health.get(current));
        });
        return all;
    }
}
