// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.HashMap;
import java.util.Map;

/**
 * Requests that a poller has handed to a thread which has waited for nothing while it had their context, so that no
 * interval tells whose they are; and how many there are of which intervals do tell.
 */
final class UnseenRequests {
    /** Of a tier. */
    static final class Sum {
        long requests, handoverNanos, readyNanos;

        private void add(Sum other) {
            requests += other.requests;
            handoverNanos += other.handoverNanos;
            readyNanos += other.readyNanos;
        }
    }

    private final Map<Integer, Sum> unseen = new HashMap<>();
    /** Tier and type to requests. */
    private final Map<Integer, Map<Integer, Long>> seen = new HashMap<>();

    void isSeen(int tier, int type) {
        seen.computeIfAbsent(tier, t -> new HashMap<>()).merge(type, 1L, Long::sum);
    }

    void add(int tier, long handoverNanos, long readyNanos) {
        Sum sum = unseen.computeIfAbsent(tier, t -> new Sum());
        sum.requests++;
        sum.handoverNanos += handoverNanos;
        sum.readyNanos += readyNanos;
    }

    void addAll(UnseenRequests other) {
        other.unseen.forEach((tier, sum) -> unseen.computeIfAbsent(tier, t -> new Sum()).add(sum));
        other.seen.forEach((tier, types) -> types.forEach(
                (type, n) -> seen.computeIfAbsent(tier, t -> new HashMap<>()).merge(type, n, Long::sum)));
    }

    /** By tier. */
    Map<Integer, Sum> unseen() {
        return unseen;
    }

    /** By type. */
    Map<Integer, Long> seen(int tier) {
        return seen.getOrDefault(tier, Map.of());
    }
}
