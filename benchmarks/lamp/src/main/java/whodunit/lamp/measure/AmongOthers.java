// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import whodunit.lamp.load.Route;

/**
 * What a request costs php among others, by the kernel's count of its worker's CPU: each worker has written it at each
 * request's begin. A request may cost more or less than alone, where others have used the caches meanwhile; what the
 * report is off by must not be sought in the report then.
 */
final class AmongOthers {
    private record Begin(long micros, Route route) {}

    private AmongOthers() {}

    /** Milliseconds of all requests by the route's type, but for each worker's last one and for the first comers'. */
    static Map<String, Double> millis(Path clock) throws IOException {
        Map<String, Begin> atWork = new HashMap<>();
        Map<String, Double> sums = new HashMap<>();
        for (String line : Files.readAllLines(clock)) {
            String[] words = line.split(" ");
            Begin next = new Begin(Long.parseLong(words[1]), Route.valueOf(words[2]));
            Begin last = atWork.put(words[0], next);
            if (last != null)
                sums.merge(last.route.type(), (next.micros - last.micros) / 1e3, Double::sum);
        }
        sums.remove(Route.NOTHING.type());
        return sums;
    }
}
