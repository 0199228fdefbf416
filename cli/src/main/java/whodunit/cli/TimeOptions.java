package whodunit.cli;

import java.util.Set;
import picocli.CommandLine.Option;
import whodunit.profile.Profile;
import whodunit.profile.Selection;

/** Options that choose a range of the recording's time. */
final class TimeOptions {
    @Option(names = "--since", paramLabel = "SECONDS", description = "Only what happened after this many seconds of the recording.")
    private double since = 0;

    @Option(names = "--until", paramLabel = "SECONDS", description = "Only what happened before this many seconds of the recording.")
    private double until = Double.MAX_VALUE;

    boolean isWhole() {
        return since <= 0 && until == Double.MAX_VALUE;
    }

    /** The range, of these types and tiers; see {@link Selection}. */
    Selection of(Profile profile, Set<String> types, Set<String> tiers) {
        long start = profile.startNanos();
        return new Selection(types, tiers, since <= 0 ? Long.MIN_VALUE : after(start, since), after(start, until));
    }

    /** The end of time if it is later than that. */
    private static long after(long start, double seconds) {
        return start + seconds * 1e9 >= Long.MAX_VALUE ? Long.MAX_VALUE : start + Math.round(seconds * 1e9);
    }
}
