// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.drill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.Frame;
import whodunit.profile.Metric;
import whodunit.profile.Profile;

/**
 * The calling context tree of one tier: time by path, from the threads' entries into the kernel, running and waiting
 * apart. Recursion stays as deep as it was: a path is a path.
 */
public final class CallTree {
    /** A function, called along the path to it. */
    public static final class Node {
        public final Frame frame;
        final Node parent;
        private final Map<String, Node> children = new LinkedHashMap<>();
        private double running;
        private double waiting;
        private double self;
        private double selfWaiting;

        private Node(Frame frame, Node parent) {
            this.frame = frame;
            this.parent = parent;
        }

        /** Milliseconds, with all that it calls. */
        public double total() {
            return running + waiting;
        }

        /** Of the total. */
        public double waiting() {
            return waiting;
        }

        /** Milliseconds of its own. */
        public double self() {
            return self;
        }

        /** Of {@link #self}. */
        double selfWaiting() {
            return selfWaiting;
        }

        /** The most time first. */
        public List<Node> children() {
            return children.values().stream().sorted(Comparator.comparingDouble((Node n) -> -n.total())
                    .thenComparing(n -> n.frame.name())).toList();
        }

        /** From the thread's entry to this one. */
        public List<Frame> path() {
            List<Frame> path = parent == null ? new ArrayList<>() : parent.path();
            if (frame != null)
                path.add(frame);
            return path;
        }

        private Node child(Frame of) {
            return children.computeIfAbsent(of.kind() + of.name(), k -> new Node(of, this));
        }
    }

    public final String tier;
    public final Node root = new Node(null, null);

    private CallTree(String tier) {
        this.tier = tier;
    }

    /**
     * @param running the profile of what threads ran; null if that is not asked for
     * @param waiting of what they waited; tiers whose waits were not recorded add nothing; null as well
     */
    public static CallTree of(String tier, Profile running, Profile waiting) {
        CallTree tree = new CallTree(tier);
        if (running != null)
            tree.add(running, false);
        if (waiting != null)
            tree.add(waiting, true);
        return tree;
    }

    private void add(Profile profile, boolean waits) {
        for (Profile.Entry e : profile.entries) {
            if (!e.process().tier.equals(tier) || (e.process().metric() == Metric.WAITING) != waits)
                continue;
            double millis = e.millis();
            Node node = root;
            count(node, millis, waits);
            for (Frame f : own(e.stack())) {
                node = node.child(f.withoutModule());
                count(node, millis, waits);
            }
            node.self += millis;
            if (waits)
                node.selfWaiting += millis;
        }
    }

    private static void count(Node node, double millis, boolean waits) {
        if (waits)
            node.waiting += millis;
        else
            node.running += millis;
    }

    /** What lies below the last boundary: the stack within the process. */
    private static List<Frame> own(List<Frame> stack) {
        for (int i = stack.size() - 1; i >= 0; i--)
            if (stack.get(i).kind() == Frame.Kind.BOUNDARY)
                return stack.subList(i + 1, stack.size());
        return stack;
    }
}
