// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import whodunit.profile.Profile;

/**
 * The transactional profile as a graph (paper, figures 7 to 10): handlers, SEDA stages, transaction types and
 * procedures, each once per context in which it ran. Every node has at most one edge to it, since its context is the
 * path that led there.
 *
 * @param nodes  a node comes after the one that leads to it
 * @param responses from tier to tier, back to where the request came from
 * @param tiers  those that have nodes, upstream first
 * @param minPct the threshold that the graph was made with
 */
public record Graph(List<Node> nodes, List<Edge> edges, List<Response> responses, List<Tier> tiers,
        double minPct) {
    /** What a node stands for. */
    public enum Kind { HANDLER, SEDA_STAGE, TRANSACTION, PROCEDURE, UNATTRIBUTED }

    /**
     * CALL: a procedure calls another. FLOW: one handler, SEDA stage or thread hands over to the next. REQUEST: from
     * tier to tier.
     */
    public enum EdgeKind {
        CALL, FLOW, REQUEST
    }

    /**
     * @param context the path that led to the node: names, outermost first, joined by " > "; of a handler, SEDA stage
     *                 or transaction type with itself, of a procedure that under which it ran
     * @param samples  taken in the node; of a procedure with its callees that are too small for the threshold
     * @param cpuPct   their time as a share of the tier's
     * @param totalPct the same with all that it calls in the tier
     */
    public record Node(String id, String name, String tier, String context, Kind kind, long samples, double cpuPct,
            double totalPct) {}

    public record Edge(String from, String to, EdgeKind kind) {}

    /**
     * The answers to requests, as messages have brought them: from the node that sent them to the one that had asked.
     *
     * @param messages calls that received them
     */
    public record Response(String from, String to, long messages, long bytes) {}

    /**
     * @param samples     of the whole tier
     * @param prunedNodes nodes that the threshold left out
     * @param prunedPct   their share; what is neither here nor in a node does not exist
     */
    public record Tier(String name, long samples, int prunedNodes, double prunedPct) {}

    /** The one edge that leads to each node, by the node's id; the first nodes have none. */
    public Map<String, Edge> leading() {
        return edges.stream().collect(Collectors.toMap(Edge::to, e -> e));
    }

    /**
     * @param tiers  draw only these and what leads to them; empty: all
     * @param minPct leave out what has, with all that follows from it, less than this share of every tier drawn
     */
    public static Graph of(Profile profile, Set<String> tiers, double minPct) {
        return CountedGraph.of(profile, tiers, minPct).graph();
    }
}
