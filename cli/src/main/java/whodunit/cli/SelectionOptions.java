package whodunit.cli;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.profile.Profile;

/** Options that narrow a profile to a part of it. */
final class SelectionOptions {
    @Option(names = "--type", paramLabel = "T", description = "Only this transaction type; may be given more than once.")
    private List<String> types = List.of();

    @Option(names = "--tier", paramLabel = "NAME", description = "Only this tier; may be given more than once.")
    private List<String> tiers = List.of();

    @Mixin
    private TimeOptions time;

    /** @throws UserError if nothing is left that could be shown */
    Profile of(Profile profile) {
        if (types.isEmpty() && tiers.isEmpty() && time.isWhole())
            return profile;
        List<String> names = profile.stages.stream().map(s -> s.name).distinct().toList();
        for (String tier : tiers)
            if (!names.contains(tier))
                throw new UserError("there is no tier '" + tier + "'; there is: " + String.join(", ", names));
        Profile selected = profile.select(time.of(profile, Set.copyOf(types), Set.copyOf(tiers)));
        if (selected.entries.isEmpty())
            throw new UserError("the recording has no samples of what was asked for; see: whodunit report without --type, --tier, --since and --until");
        return selected;
    }
}
