// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import whodunit.profile.Profile;

/** Options that choose tiers. */
final class TierOptions {
    @Option(names = "--tier", paramLabel = "NAME", description = "Only this tier; may be given more than once.")
    private List<String> tiers = List.of();

    /** What {@code --tier} was called in version 0.1. */
    @Option(names = "--stage", paramLabel = "NAME", hidden = true)
    private List<String> stages = List.of();

    /**
     * The tiers' names; empty: all of them.
     *
     * @throws UserError if there is one that no profile has
     */
    Set<String> of(Profile... profiles) {
        Set<String> chosen = new LinkedHashSet<>(tiers);
        chosen.addAll(stages);
        chosen.forEach(tier -> require(List.of(profiles), tier));
        return chosen;
    }

    private static void require(List<Profile> profiles, String tier) {
        Set<String> names = profiles.stream().flatMap(p -> p.processes.stream()).map(p -> p.tier)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!names.contains(tier))
            throw new UserError("there is no tier '" + tier + "'; there is: " + String.join(", ", names));
    }
}
