// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.oracle;

import java.util.HashMap;
import java.util.Map;

/** What a request costs on average, by its kind. */
public final class MeanCosts {
    private final Map<String, Sum> sums = new HashMap<>();

    private static final class Sum {
        private double millis;
        private long requests;
    }

    /** @param millis what it has cost */
    public void add(String kind, double millis) {
        Sum sum = sums.computeIfAbsent(kind, k -> new Sum());
        sum.millis += millis;
        sum.requests++;
    }

    /** Milliseconds; kinds that did not happen are absent. A reading that is less than an idle server's is nothing. */
    public Map<String, Double> millis() {
        Map<String, Double> means = new HashMap<>();
        sums.forEach((kind, sum) -> means.put(kind, Math.max(0, sum.millis / sum.requests)));
        return means;
    }
}
