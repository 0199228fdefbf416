package whodunit.profile;

import java.util.Optional;
import java.util.Set;

/**
 * A part of a profile.
 *
 * @param types     names of transaction types, or reasons in brackets; empty: all
 * @param stages    names; empty: all
 * @param fromNanos since 1970, inclusive
 * @param toNanos   since 1970, exclusive
 */
public record Selection(Set<String> types, Set<String> stages, long fromNanos, long toNanos) {
    public static final Selection ALL = new Selection(Set.of(), Set.of(), Long.MIN_VALUE, Long.MAX_VALUE);

    boolean isWholeTime() {
        return fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
    }

    /** The parts of the selected time; those of an unknown time belong to the whole only. */
    <V> Optional<Timed<V>> of(Timed<V> sum) {
        return isWholeTime() ? Optional.of(sum) : sum.within(fromNanos, toNanos);
    }

    boolean hasType(String name) {
        return types.isEmpty() || types.contains(name);
    }

    boolean hasStage(Stage stage) {
        return stages.isEmpty() || stages.contains(stage.name);
    }
}
