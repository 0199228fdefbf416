// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.util.List;
import whodunit.profile.graph.Graph;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** What the tests draw: three tiers, and names that would like to be more than text. */
final class Graphs {
    private Graphs() {}

    static Graph.Node node(String id, String name, String tier, Kind kind, double own, double total) {
        return new Graph.Node(id, name, tier, name, kind, Math.round(own * 10), own, total);
    }

    static final Graph TIERS = new Graph(List.of(
            node("n1", "accept", "proxy", Kind.HANDLER, 10, 10),
            node("n2", "read (proxy+0x1f0)", "proxy", Kind.HANDLER, 89, 89),
            node("n3", "Best", "web", Kind.TRANSACTION, 0, 100),
            node("n4", "shop.web.Best.page", "web", Kind.PROCEDURE, 100, 100),
            node("n5", "/usr/sbin/mariadbd+0x1234", "db", Kind.PROCEDURE, 12.5, 12.5),
            node("n6", "background thread", "db", Kind.UNATTRIBUTED, 87.5, 87.5)),
            List.of(new Graph.Edge("n1", "n2", EdgeKind.FLOW), new Graph.Edge("n2", "n3", EdgeKind.REQUEST),
                    new Graph.Edge("n3", "n4", EdgeKind.CALL), new Graph.Edge("n4", "n5", EdgeKind.REQUEST)),
            List.of(new Graph.Response("n5", "n4", 40, 81_920)),
            List.of(new Graph.Tier("proxy", 1000, 2, 1), new Graph.Tier("web", 1000, 0, 0),
                    new Graph.Tier("db", 1000, 0, 0)),
            0.5);

    static final Graph HOSTILE = hostile(
            "</title><script>alert(1)</script>\"'\\\" ];}\\\u0000\u0007\u001b[31m\r\n\u202eevil ]]> &lt; \\N \ud800");

    static Graph hostile(String name) {
        return new Graph(
                List.of(node("n1", name, name, Kind.TRANSACTION, 60, 60),
                        node("n2", name, name, Kind.PROCEDURE, 40, 40)),
                List.of(new Graph.Edge("n1", "n2", EdgeKind.CALL)), List.of(),
                List.of(new Graph.Tier(name, 1000, 0, 0)), 0.5);
    }
}
