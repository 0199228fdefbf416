// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Optional;
import java.util.Set;

/**
 * A part of a profile.
 *
 * @param types     names of transaction types, or reasons in brackets; empty: all
 * @param tiers     names; empty: all
 * @param fromNanos since 1970, inclusive
 * @param toNanos   since 1970, exclusive
 */
public record Selection(Set<String> types, Set<String> tiers, long fromNanos, long toNanos) {
    public static final Selection ALL = ofTiers(Set.of());

    /** All types and all of the time. */
    public static Selection ofTiers(Set<String> tiers) {
        return new Selection(Set.of(), tiers, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    boolean isWholeTime() {
        return fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
    }

    /** The parts of the selected time; those of an unknown time belong to the whole only. */
    <V> Optional<TimedSum<V>> of(TimedSum<V> sum) {
        return isWholeTime() ? Optional.of(sum) : sum.within(fromNanos, toNanos);
    }

    boolean hasType(String name) {
        return types.isEmpty() || types.contains(name);
    }

    boolean hasMessage(StitchedMessage m) {
        return (hasTier(m.process()) || m.peer() != null && hasTier(m.peer())) && hasType(m.transaction());
    }

    boolean hasTier(RecordedProcess process) {
        return tiers.isEmpty() || tiers.contains(process.tier);
    }
}
