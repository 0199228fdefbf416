// SPDX-License-Identifier: Apache-2.0
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

    @Mixin
    private TierOptions tiers;
    @Mixin
    private TimeOptions time;

    /** @throws UserError if nothing is left that could be shown */
    Profile of(Profile profile) {
        return select(profile, tiers(profile));
    }

    /** The same of another time of the recording, which may have nothing of what is chosen. */
    Profile ofOtherTime(Profile profile) {
        Set<String> chosen = tiers(profile);
        return types.isEmpty() && chosen.isEmpty() && time.isWhole()
                ? profile
                : profile.select(time.of(profile, Set.copyOf(types), chosen));
    }

    /** Whatever tiers were chosen, so that what led to them stays visible; see {@link #of}. */
    Profile ofAllTiers(Profile profile) {
        return select(profile, Set.of());
    }

    /** The chosen ones; empty: all. */
    Set<String> tiers(Profile profile) {
        return tiers.of(profile);
    }

    private Profile select(Profile profile, Set<String> chosen) {
        if (types.isEmpty() && chosen.isEmpty() && time.isWhole())
            return profile;
        types.forEach(type -> requireType(profile, type));
        Profile selected = profile.select(time.of(profile, Set.copyOf(types), chosen));
        if (selected.entries.isEmpty())
            throw new UserError("no samples match the filters; leave out one of --type, --tier, --since and --until");
        return selected;
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
