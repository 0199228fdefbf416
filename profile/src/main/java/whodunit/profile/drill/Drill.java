// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The automatic walk to the bottleneck: from the threads' entries along every call that has its share of the tier's
 * time, across the system call into the kernel, to the last functions that do (CrossWalk, Mirgorodskiy and Miller). It
 * descends the calling context tree, not edges between functions: a function that two paths share does not lead from
 * one to the other.
 */
public final class Drill {
    /**
     * A function of the walk.
     *
     * @param percent     of the tier's time, with all that it calls
     * @param selfPercent its own
     * @param next        where the walk goes on, the largest share first; empty: it ends here
     */
    public record Step(CallTree.Node node, double percent, double selfPercent, List<Step> next) {}

    /** The last function of a branch, and what it does there. */
    public record End(Step step, Ending ending) {}

    public final CallTree tree;
    public final double thresholdPercent;
    /** The functions in which threads begin. */
    public final List<Step> steps;
    /**
     * In the order of the walk: first where it gets by the largest share at each function. That one may have split up
     * into many on its way, so that its end has less than that of a smaller branch.
     */
    public final List<End> ends;

    private Drill(CallTree tree, double thresholdPercent) {
        this.tree = tree;
        this.thresholdPercent = thresholdPercent;
        steps = below(tree.root);
        List<End> found = new ArrayList<>();
        steps.forEach(s -> ends(s, found));
        ends = List.copyOf(found);
    }

    /** @param thresholdPercent of the tier's time that a function must have to be walked into, above 0 */
    public static Drill of(CallTree tree, double thresholdPercent) {
        return new Drill(tree, thresholdPercent);
    }

    /** Where the walk ended, in a sentence. */
    public String sentence() {
        if (ends.isEmpty())
            return String.format(Locale.ROOT, "In %s no function has %.0f%% of the time.", tree.tier, thresholdPercent);
        End end = ends.get(0);
        String others = ends.size() == 1 ? ""
                : ", " + (ends.size() - 1) + (ends.size() == 2 ? " other branch" : " other branches");
        return String.format(Locale.ROOT, "In %s the walk ends in %s, which %s: %.1f%% of the time%s.", tree.tier,
                end.step().node().frame.name(), end.ending().text(), end.step().percent(), others);
    }

    private List<Step> below(CallTree.Node node) {
        List<Step> list = new ArrayList<>();
        for (CallTree.Node child : node.children())
            if (percent(child.total()) >= thresholdPercent)
                list.add(new Step(child, percent(child.total()), percent(child.self()), below(child)));
        return List.copyOf(list);
    }

    private double percent(double millis) {
        return tree.root.total() == 0 ? 0 : 100 * millis / tree.root.total();
    }

    private static void ends(Step step, List<End> found) {
        if (step.next().isEmpty())
            found.add(new End(step, Ending.of(step.node())));
        step.next().forEach(s -> ends(s, found));
    }
}
