// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.drill;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Frame;
import whodunit.profile.drill.Drill;

/** The walk for a terminal: the sentence, then each step, a level deeper than the one before. */
public final class DrillText {
    private static final int WIDTH = 100;
    /** Deeper ones are not moved to the right any more. */
    private static final int DEEPEST = 40;

    private DrillText() {}

    public static void write(List<Drill> walks, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        for (int i = 0; i < walks.size(); i++) {
            Drill walk = walks.get(i);
            if (i > 0)
                out.println();
            out.println(PrintableName.of(walk.sentence()));
            if (walk.steps.isEmpty())
                continue;
            out.printf(Locale.ROOT, "%nOf %.1f s of %s, functions from %.0f%%:%n%n   total    self%n",
                    walk.tree.root.total() / 1000, PrintableName.of(walk.tree.tier), walk.thresholdPercent);
            walk.steps.forEach(s -> step(out, walk, s, 0));
        }
        out.flush();
    }

    private static void step(PrintStream out, Drill walk, Drill.Step step, int depth) {
        int indent = Math.min(depth, DEEPEST);
        String kernel = step.node().frame.kind() == Frame.Kind.KERNEL ? " [kernel]" : "";
        String ending = walk.ends.stream().filter(e -> e.step() == step).findFirst()
                .map(e -> "  <- " + e.ending().text()).orElse("");
        out.printf(Locale.ROOT, " %6.1f%% %6.1f%%  %s%s%s%s%n", step.percent(), step.selfPercent(), " ".repeat(indent),
                PrintableName.of(step.node().frame.name(), WIDTH - 18 - indent - kernel.length()), kernel, ending);
        step.next().forEach(s -> step(out, walk, s, depth + 1));
    }
}
