// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import whodunit.lamp.load.Route;

/**
 * What a request costs a tier among others, by the kernel's count of its worker's CPU: php writes it at each request's
 * end, of itself and of the thread that has served it in the database. A request may cost more or less than alone,
 * where others have used the caches meanwhile; what the report is off by must not be sought in the report then.
 */
final class AmongOthers {
    private AmongOthers() {}

    /** By tier, milliseconds of all requests by the route's type, but for each worker's first one and first comers'. */
    static Map<String, Map<String, Double>> millis(Path clock) throws IOException {
        Map<String, Long> before = new HashMap<>();
        Map<String, Map<String, Double>> sums = new HashMap<>();
        for (String line : Files.readAllLines(clock)) {
            String[] words = line.split(" ");
            String tier = words[0], type = Route.valueOf(words[3]).type();
            long micros = Long.parseLong(words[2]);
            Long last = before.put(tier + words[1], micros);
            if (last != null && !type.equals(Route.NOTHING.type()))
                sums.computeIfAbsent(tier, t -> new HashMap<>()).merge(type, (micros - last) / 1e3, Double::sum);
        }
        return sums;
    }
}
