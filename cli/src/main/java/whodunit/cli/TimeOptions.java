// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.Collection;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Selection;
import whodunit.profile.waits.WaitRecording;

/** Options that choose a range of the recording's time. */
final class TimeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private double since;
    private double until;

    @Option(names = "--since", defaultValue = "0", paramLabel = "SECONDS",
            description = "Only what happened after this many seconds of the recording.")
    private void since(double seconds) {
        since = number("--since", seconds);
    }

    @Option(names = "--until", defaultValue = "Infinity", paramLabel = "SECONDS",
            description = "Only what happened before this many seconds of the recording.")
    private void until(double seconds) {
        until = number("--until", seconds);
    }

    private double number(String option, double seconds) {
        if (Double.isNaN(seconds))
            throw new ParameterException(spec.commandLine(), option + " is a number of seconds, not " + seconds);
        return seconds;
    }

    boolean isWhole() {
        return since <= 0 && until == Double.POSITIVE_INFINITY;
    }

    /** Leaves of the waits those of the range, which begins where it does of these processes' samples. */
    void choose(WaitRecording waits, Collection<RecordedProcess> processes) {
        if (isWhole())
            return;
        Profile.startNanos(processes).ifPresent(waits::countFrom);
        waits.within(since, until);
    }

    /** What of the profile is in the range. */
    Profile of(Profile profile) {
        return isWhole() ? profile : profile.select(of(profile, Set.of(), Set.of()));
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
