// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.PrintableName;
import whodunit.profile.ApplicationCode;
import whodunit.profile.Frame;
import whodunit.profile.LockWait;
import whodunit.profile.WaitHistogram;
import whodunit.profile.crosstalk.Crosstalk;

/**
 * Where one type waited for another: the sites of a pair, each with the call paths of both that account for most of it.
 */
final class LockSitesText {
    private static final int WIDTH = 80;
    private static final String INDENT = "      ";

    private LockSitesText() {}

    /** @param sites rows of one pair */
    static void print(PrintStream out, List<Crosstalk.Row> sites) {
        for (Crosstalk.Row s : sites) {
            WaitHistogram t = s.times();
            Crosstalk.Path most = s.paths().get(0);
            out.printf("  at %s%n", PrintableName.of(s.site()));
            out.printf("    %s, %d waits%s, %s ms (mean %s, 99%% within %s, longest %s)%n",
                    most.kind().name().toLowerCase(Locale.ROOT), t.count(), unended(s),
                    ShortNumber.number(t.totalMillis()), ShortNumber.number(t.meanMillis()),
                    ShortNumber.number(t.quantileMillis(0.99)),
                    ShortNumber.number(t.maxMillis()));
            path(out, "waits", most.waiter());
            path(out, most.end().hasEnded() ? "lets go" : "holds it, and waits", most.holder());
            if (s.paths().size() > 1)
                out.printf("    (%.0f%% of this; %d other call paths share the rest)%n",
                        100 * most.times().totalMillis() / t.totalMillis(), s.paths().size() - 1);
        }
    }

    private static String unended(Crosstalk.Row site) {
        long lasting = count(site, LockWait.End.LASTS), deadlocked = count(site, LockWait.End.DEADLOCK);
        return (lasting == 0 ? "" : ", of which " + lasting + " had not ended")
                + (deadlocked == 0 ? "" : ", of which " + deadlocked + " are in a deadlock");
    }

    private static long count(Crosstalk.Row site, LockWait.End end) {
        return site.paths().stream().filter(p -> p.end() == end).mapToLong(p -> p.times().count()).sum();
    }

    private static void path(PrintStream out, String what, List<Frame> frames) {
        if (frames.isEmpty())
            return;
        StringBuilder line = new StringBuilder("    " + what + ":");
        for (Frame f : essential(frames)) {
            String name = " " + PrintableName.of(f.name());
            if (line.length() + name.length() > WIDTH) {
                out.println(line);
                line = new StringBuilder(INDENT.substring(1));
            }
            line.append(name);
        }
        out.println(line);
    }

    /** Leaves out all but the application's frames of the tiers before this one: others would fill the screen. */
    private static List<Frame> essential(List<Frame> frames) {
        int own = 0;
        for (int i = 0; i < frames.size(); i++)
            if (frames.get(i).kind() == Frame.Kind.BOUNDARY)
                own = i;
        List<Frame> kept = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            Frame f = frames.get(i);
            if (i >= own || f.kind() != Frame.Kind.JAVA || ApplicationCode.BUILT_IN.has(f.name()))
                kept.add(f);
        }
        return kept;
    }
}
