package whodunit.cli;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;
import whodunit.profile.Profile;
import whodunit.profile.Samples;
import whodunit.profile.Selection;
import whodunit.profile.Stage;

/** Options that narrow a profile to a part of it. */
final class SelectionOptions {
    @Option(names = "--type", paramLabel = "T", description = "Only this transaction type; may be given more than once.")
    private List<String> types = List.of();

    @Option(names = "--tier", paramLabel = "NAME", description = "Only this tier; may be given more than once.")
    private List<String> tiers = List.of();

    @Option(names = "--since", paramLabel = "SECONDS", description = "Only what happened after this many seconds of the recording.")
    private double since = 0;

    @Option(names = "--until", paramLabel = "SECONDS", description = "Only what happened before this many seconds of the recording.")
    private double until = Double.MAX_VALUE;

    /** @throws UserError if nothing is left that could be shown */
    Profile of(Profile profile) {
        if (types.isEmpty() && tiers.isEmpty() && since <= 0 && until == Double.MAX_VALUE)
            return profile;
        List<String> names = profile.stages.stream().map(s -> s.name).distinct().toList();
        for (String tier : tiers)
            if (!names.contains(tier))
                throw new UserError("there is no tier '" + tier + "'; there is: " + String.join(", ", names));
        long start = start(profile);
        Profile selected = profile.select(new Selection(Set.copyOf(types), Set.copyOf(tiers),
                since <= 0 ? Long.MIN_VALUE : start + (long) (since * 1e9), until == Double.MAX_VALUE ? Long.MAX_VALUE : start + (long) (until * 1e9)));
        if (selected.entries.isEmpty())
            throw new UserError("the recording has no samples of what was asked for; see: whodunit report without --type, --tier, --since and --until");
        return selected;
    }

    /** When the first sample was taken, rounded down to the slots in which times are known. */
    private static long start(Profile profile) {
        long slot = profile.stages.stream().map(s -> s.samples).mapToLong(Samples::slotNanos).max().orElse(1);
        long first = profile.stages.stream().filter(s -> s.firstNanos != Long.MAX_VALUE)
                .mapToLong((Stage s) -> s.firstNanos + s.clockOffsetNanos).min().orElse(0);
        return Math.floorDiv(first, slot) * slot;
    }
}
