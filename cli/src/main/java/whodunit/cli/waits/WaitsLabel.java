// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import java.util.Locale;
import whodunit.profile.waits.WaitGraph;

/** What stands on vertices and edges of a drawn graph of waits. */
final class WaitsLabel {
    private WaitsLabel() {}

    /** Two lines, the second missing for what has no time of its own. */
    static String of(WaitGraph.Vertex v) {
        String name = v.threads() > 1 ? v.name() + " (" + v.threads() + " threads)" : v.name();
        return !v.works() ? name : name + "\n" + String.format(Locale.ROOT, "runs %.0f%%, waits %.0f%%",
                100 * v.cpu(), 100 * v.waiting());
    }

    static String of(WaitGraph.Edge e) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * e.weight());
    }

    static double thickness(WaitGraph.Edge e) {
        return 1 + 4 * Math.min(1, e.weight());
    }
}
