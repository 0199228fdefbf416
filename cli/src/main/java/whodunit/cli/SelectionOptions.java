package whodunit.cli;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Profile;
import whodunit.profile.Summary;

/** Options that narrow a profile to a part of it. */
final class SelectionOptions {
    /** Types that an error names, those with the most CPU. */
    private static final int MOST_NAMED = 20;

    @Option(names = "--type", paramLabel = "T",
            description = "Only this transaction type; may be given more than once.")
    private List<String> types = List.of();

    @Option(names = "--tier", paramLabel = "NAME", description = "Only this tier; may be given more than once.")
    private List<String> tiers = List.of();

    @Mixin
    private TimeOptions time;

    /** @throws UserError if nothing is left that could be shown */
    Profile of(Profile profile) {
        if (types.isEmpty() && tiers.isEmpty() && time.isWhole())
            return profile;
        tiers.forEach(tier -> requireTier(profile, tier));
        types.forEach(type -> requireType(profile, type));
        Profile selected = profile.select(time.of(profile, Set.copyOf(types), Set.copyOf(tiers)));
        if (selected.entries.isEmpty())
            throw new UserError(
                    "the recording has no samples of what was asked for; see: whodunit report without --type, --tier, --since and --until");
        return selected;
    }

    /** @throws UserError if there is no such tier */
    static void requireTier(Profile profile, String tier) {
        List<String> names = profile.stages.stream().map(s -> s.name).distinct().toList();
        if (!names.contains(tier))
            throw new UserError("there is no tier '" + tier + "'; there is: " + String.join(", ", names));
    }

    /** Reasons, in brackets, stand for the types of what has none. */
    private static void requireType(Profile profile, String type) {
        if (profile.requests.containsKey(type) || profile.entries.stream().anyMatch(e -> e.transaction().equals(type)))
            return;
        List<Summary.Row> known = new Summary(profile).transactions;
        String names = known.stream().limit(MOST_NAMED).map(row -> PrintableName.of(row.type()))
                .collect(Collectors.joining(", "));
        throw new UserError("there is no transaction type '" + type + "'; there is: " + names
                + (known.size() > MOST_NAMED ? ", …" : ""));
    }
}
