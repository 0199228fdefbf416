// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import whodunit.cli.text.PrintableName;
import whodunit.profile.Profile;
import whodunit.profile.unseen.NotSeen;

/** On standard error, what a report does not see, for formats that have no place for it. */
final class UnseenNotes {
    private UnseenNotes() {}

    /** Writes what is worth to be told. */
    static void write(Profile profile) {
        NotSeen.of(profile).stream().filter(NotSeen::isNotable)
                .forEach(n -> System.err.println("whodunit: not seen: " + PrintableName.of(n.text())));
    }
}
