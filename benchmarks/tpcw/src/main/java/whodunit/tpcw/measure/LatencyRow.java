// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.util.Map;

/**
 * An interaction's latency by its browsers, and by the waits of the tier that they talk to. Milliseconds per request.
 *
 * @param count  requests
 * @param latency that browsers measured
 * @param parts  of the split: what the time went to
 */
record LatencyRow(String type, int count, double latency, Map<String, Double> parts) {
    double split() {
        return parts.values().stream().mapToDouble(ms -> ms).sum();
    }

    /** How far the split is from the latency, in percent of it. */
    double differs() {
        return 100 * (split() / latency - 1);
    }
}
