// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.List;
import java.util.Map;

/**
 * Who waits for whom, and the knots: sets of vertices that wait for each other and for nothing else, of which at least
 * one limits the throughput.
 *
 * @param seconds     that were looked at
 * @param intervals   that ended in them
 * @param dropped     of the whole recording
 * @param vertices    those that have an edge, the busiest first
 * @param edges       at least 1% of the time, heaviest first
 * @param explanation what was done, step by step
 */
public record WaitGraph(double seconds, long intervals, long dropped, List<Vertex> vertices, List<Edge> edges,
        List<Knot> knots, List<Split> splits, List<String> explanation) {
    /** What a vertex is. */
    public enum Kind {
        THREADS, TRANSACTION, TIER, DEVICE, TIMER, OUTSIDE, UNKNOWN;

        /** Whether it can be a part of what limits the recorded system, however it is changed. */
        boolean isInside() {
            return this == THREADS || this == TRANSACTION || this == TIER || this == DEVICE;
        }
    }

    /**
     * @param threads how many threads it is, 0 for what is no thread
     * @param cpu     of the recorded time, as all others: 2 means that two of its threads ran all the time
     */
    public record Vertex(String name, Kind kind, int threads, double cpu, double runnable, double waiting) {
        /** Whether it is something that has a time of its own. */
        public boolean works() {
            return cpu + runnable + waiting > 0;
        }
    }

    /**
     * @param weight  of the recorded time: how many threads waited for this, also through others, on average
     * @param direct  the same of its own threads only
     * @param sites   where it waited, the longest first
     */
    public record Edge(String from, String to, double weight, double direct, long waits, List<Site> sites,
            boolean inKnot) {
        /** The heaviest site of those whose stacks are known, if there is one; there must be sites. */
        public Site clearest() {
            return sites.stream().filter(s -> !s.waiting.isEmpty()).findFirst().orElse(sites.get(0));
        }

        /** Whether it is heavy enough to be what holds a knot together. */
        public boolean holdsKnot() {
            return inKnot && weight >= Knots.TERMINATION;
        }

        /** What waits for what, how much, and where: one sentence that says what to change. */
        public String sentence() {
            return WaitSentence.of(this);
        }
    }

    /**
     * A place of waits. Stacks are innermost first; empty if the waits were too short to take one.
     *
     * @param share of the edge's weight
     */
    public record Site(WaitKind kind, double share, List<String> waiting, List<String> waking) {}

    /** What limits the throughput, by the names of its vertices. */
    public record Knot(List<String> vertices) {}

    /**
     * Where the time of a transaction type goes in a tier.
     *
     * @param seconds of all its requests together
     * @param parts   share and, for locks, whom it waited for, to seconds
     * @param ready   of the seconds ready for a processor those that followed the waits of a part
     */
    public record Split(String type, String tier, double seconds, Map<Part, Double> parts, Map<Part, Double> ready) {}

    /** @param other for whom a lock was waited, or which tier; else empty */
    public record Part(Share share, String other) {
        public String inWords() {
            return switch (share) {
                case CPU -> "on a processor";
                case RUNNABLE -> "ready, waiting for a processor";
                case LOCK -> "waiting for " + other;
                case DISK -> "disk";
                case NETWORK -> "network";
                case DOWNSTREAM -> "waiting for tier " + other;
                case SLEEP -> "asleep until a time";
                case OTHER -> "other waits";
                case HANDOVER -> "handed over by the thread that took it from its connection";
            };
        }
    }
}
