// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.profile.Context;
import whodunit.profile.Context.Kind;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;

/** Graphs of profiles made by hand. A graph is compared as lines: "edge parent -> tier:name own% total%". */
class GraphTest {
    private static final long PROXY = 0xcc;

    /** The paper's Squid: write is reached by a hit and by a miss. */
    private static RecordedProcess proxy() {
        RecordedProcess s = new RecordedProcess(PROXY, "proxy", false);
        handlers(s, 2, "accept", "read");
        handlers(s, 4, 3, "write");
        handlers(s, 5, 3, "connect", "reply", "write");
        s.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main", "accept"), 10);
        s.add(new RecordedProcess.Label.Of(3), TwoTierRecording.nativeStack("main", "loop", "read"), 15);
        s.add(new RecordedProcess.Label.Of(3), TwoTierRecording.nativeStack("main", "loop", "parse"), 5);
        s.add(new RecordedProcess.Label.Of(4), TwoTierRecording.nativeStack("main", "write"), 20);
        s.add(new RecordedProcess.Label.Of(6), TwoTierRecording.nativeStack("main", "write"), 20);
        s.add(new RecordedProcess.Label.Of(7), TwoTierRecording.nativeStack("main", "write"), 30);
        return s;
    }

    private static void handlers(RecordedProcess s, int first, String... names) {
        handlers(s, first, 0, names);
    }

    private static void handlers(RecordedProcess s, int first, int parent, String... names) {
        for (String name : names) {
            TwoTierRecording.context(s, first, parent, Kind.HANDLER, name);
            parent = first++;
        }
    }

    private static Graph graph(String tier, double minPct, RecordedProcess... processes) {
        return Graph.of(Profile.stitch(List.of(processes)), tier == null ? Set.of() : Set.of(tier), minPct);
    }

    private static List<String> lines(Graph g) {
        List<String> lines = new ArrayList<>();
        for (Graph.Node n : g.nodes()) {
            String from = g.edges().stream().filter(e -> e.to().equals(n.id()))
                    .map(e -> e.kind() + " "
                            + g.nodes().stream().filter(x -> x.id().equals(e.from())).findFirst().orElseThrow().name()
                            + " -> ")
                    .findFirst().orElse("");
            lines.add(from + n.tier() + ":" + n.name() + " %.0f %.0f".formatted(n.cpuPct(), n.totalPct()));
        }
        return lines;
    }

    private static Graph.Node node(Graph g, String context) {
        return g.nodes().stream().filter(n -> n.context().equals(context)).findFirst().orElseThrow();
    }

    @Test
    void aHandlerIsANodeForEachPathThatLedToIt() {
        Graph g = graph(null, 0.5, proxy());
        assertThat(lines(g)).containsExactly("proxy:accept 10 10", "FLOW accept -> proxy:read 20 20",
                "FLOW read -> proxy:connect 0 0", "FLOW connect -> proxy:reply 20 20",
                "FLOW reply -> proxy:write 30 30",
                "FLOW read -> proxy:write 20 20");
        assertThat(node(g, "accept > read > write").samples()).isEqualTo(20);
        assertThat(node(g, "accept > read > connect > reply > write").samples()).isEqualTo(30);
        assertThat(g.tiers()).containsExactly(new Graph.Tier("proxy", 100, 0, 0));
    }

    @Test
    void callPathTiersShowTypesAndTheProceduresThatMatter() {
        TwoTierRecording t = new TwoTierRecording();
        t.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "parse"), 10);
        assertThat(lines(graph(null, 1, t.web, t.db))).containsExactly(
                "web:Best 0 25", "CALL Best -> web:shop.Best.page 25 25",
                "REQUEST shop.Best.page -> db:handle_query 0 64",
                "CALL handle_query -> db:filesort 55 55", "CALL handle_query -> db:parse 9 9",
                "web:Home 0 75", "CALL Home -> web:shop.Home.page 75 75", "REQUEST shop.Home.page -> db:lookup 18 18",
                "db:background thread 18 18");
    }

    /** Figure 7: from where the callee sends it, or from what it was asked to do, back to where the caller had asked.
     * */
    @Test
    void responsesGoBackToWhereTheRequestCameFrom() {
        TwoTierRecording t = new TwoTierRecording().withMessages();
        t.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "send_result"), 10);
        Graph g = graph(null, 1, t.web, t.db);
        assertThat(g.responses())
                .extracting(r -> name(g, r.from()) + " -> " + name(g, r.to()) + " " + r.messages() + " "
                        + r.bytes())
                .containsExactlyInAnyOrder("db:send_result -> web:shop.Best.page 20 90000",
                        "db:lookup -> web:shop.Home.page 40 8000");
        Graph coarse = graph(null, 15, t.web, t.db);
        assertThat(coarse.responses()).as("a sender that is not drawn is its caller")
                .extracting(r -> name(coarse, r.from()))
                .containsExactlyInAnyOrder("db:filesort", "db:lookup");
    }

    private static String name(Graph g, String id) {
        Graph.Node node = g.nodes().stream().filter(n -> n.id().equals(id)).findFirst().orElseThrow();
        return node.tier() + ":" + node.name();
    }

    /** A tier that mostly works for itself stays behind those whose requests it serves. */
    @Test
    void backgroundWorkBringsNoTierForward() {
        RecordedProcess web = new RecordedProcess(50, "web", false), db = new RecordedProcess(51, "a-db", false);
        TwoTierRecording.context(web, 2, 0, Kind.TRANSACTION, "Best");
        web.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main"), 10);
        TwoTierRecording.remote(db, 2, 50, 2);
        db.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main", "select"), 10);
        db.add(new RecordedProcess.Label.Missing("background thread"), TwoTierRecording.nativeStack("flush"), 90);
        assertThat(graph(null, 0, web, db).tiers()).extracting(Graph.Tier::name).containsExactly("web", "a-db");
    }

    @Test
    void threeTiersHangTogether() {
        TwoTierRecording t = new TwoTierRecording();
        RecordedProcess proxy = proxy();
        TwoTierRecording.remote(t.web, 20, PROXY, 6);
        TwoTierRecording.context(t.web, 21, 20, Kind.TRANSACTION, "Best");
        t.web.contexts.put(22,
                new Context(22, 21, Kind.CALL_PATH, "", List.of("java.lang.Thread.run:3", "shop.Best.page:10"), 0, 0));
        TwoTierRecording.remote(t.db, 23, TwoTierRecording.WEB, 22);
        t.db.add(new RecordedProcess.Label.Of(23), TwoTierRecording.nativeStack("start_thread", "deep"), 100);
        Graph g = graph(null, 30, t.web, t.db, proxy);
        assertThat(g.tiers()).extracting(Graph.Tier::name).containsExactly("proxy", "web", "db");
        assertThat(lines(g)).containsSubsequence("FLOW connect -> proxy:reply 20 20", "REQUEST reply -> web:Best 0 0",
                "REQUEST Best -> db:deep 50 50");
        assertThat(node(g, "accept > read > connect > reply > Best").kind()).isEqualTo(Graph.Kind.TRANSACTION);
        assertThat(lines(graph("db", 30, t.web, t.db, proxy))).as("one tier and what leads to it").first()
                .isEqualTo("proxy:accept 10 10");
        assertThat(lines(graph("proxy", 0, t.web, t.db, proxy))).noneMatch(l -> l.contains("web:"));
    }

    @Test
    void processesOfOneNameAreOneTier() {
        RecordedProcess second = new RecordedProcess(0xdd, "proxy", false);
        handlers(second, 9, "accept", "read");
        second.add(new RecordedProcess.Label.Of(10), TwoTierRecording.nativeStack("main"), 100);
        assertThat(lines(graph(null, 0.5, proxy(), second))).startsWith("proxy:accept 5 5",
                "FLOW accept -> proxy:read 60 60");
    }

    @ParameterizedTest
    @CsvSource({"0, 6, 0", "20, 6, 0", "20.1, 5, 20", "30.1, 4, 50", "50.1, 2, 70", "90.1, 1, 90"})
    void whatIsNotDrawnIsSaid(double minPct, int nodes, double prunedPct) {
        Graph g = graph(null, minPct, proxy());
        assertThat(g.nodes()).hasSize(nodes);
        assertThat(g.tiers()).containsExactly(new Graph.Tier("proxy", 100, 6 - nodes, prunedPct));
    }

    /** Samples are powers of two, so that the sum of some says which. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1, 3, 6, 13, 26, 51, 100.1})
    void aNodesSamplesAreThoseOfTheEntriesThatItCounts(double minPct) {
        RecordedProcess proxy = new RecordedProcess(PROXY, "proxy", false),
                db = new RecordedProcess(TwoTierRecording.DB, "db", false);
        handlers(proxy, 2, "accept", "read", "reply");
        TwoTierRecording.remote(db, 5, PROXY, 3);
        for (int handler = 0; handler < 3; handler++)
            proxy.add(new RecordedProcess.Label.Of(2 + handler), TwoTierRecording.nativeStack("main"), 1L << handler);
        db.add(new RecordedProcess.Label.Missing("background thread"), TwoTierRecording.nativeStack("start", "purge"),
                1);
        int n = 0;
        for (String stack : List.of("start", "start run parse", "start run parse lex", "start run",
                "start run pass sort compare", "start run pass sort", "start run pass"))
            db.add(new RecordedProcess.Label.Of(5), TwoTierRecording.nativeStack(stack.split(" ")), 2L << n++);
        Profile profile = Profile.stitch(List.of(proxy, db));
        CountedGraph counted = CountedGraph.of(profile, Set.of(), minPct);
        Graph g = counted.graph();
        long[] ofNode = new long[g.nodes().size()];
        Map<String, Long> leftOut = new HashMap<>();
        for (int i = 0; i < profile.entries.size(); i++) {
            Profile.Entry e = profile.entries.get(i);
            if (counted.node(i) < 0)
                leftOut.merge(e.process().tier, e.samples(), Long::sum);
            else
                ofNode[counted.node(i)] += e.samples();
        }
        assertThat(ofNode).containsExactly(g.nodes().stream().mapToLong(Graph.Node::samples).toArray());
        assertThat(g.tiers()).allSatisfy(
                t -> assertThat(100.0 * leftOut.getOrDefault(t.name(), 0L) / t.samples()).isEqualTo(t.prunedPct()));
    }

    @Test
    void unknownUpstreamsForgedCirclesAndDepthAreUnattributed() {
        TwoTierRecording t = new TwoTierRecording();
        TwoTierRecording.remote(t.db, 12, 0x77, 3);
        t.db.add(new RecordedProcess.Label.Of(12), TwoTierRecording.nativeStack("start_thread", "forged"), 100);
        TwoTierRecording.remote(t.db, 13, TwoTierRecording.DB, 13);
        t.db.add(new RecordedProcess.Label.Of(13), TwoTierRecording.nativeStack("start_thread", "circle"), 100);
        for (int i = 100; i < 5000; i++)
            TwoTierRecording.context(t.db, i, i - 1, Kind.HANDLER, "h" + i);
        t.db.add(new RecordedProcess.Label.Of(4999), TwoTierRecording.nativeStack("start_thread", "deep"), 100);
        assertThat(lines(graph("db", 10, t.web, t.db))).contains("db:unknown upstream process 0000000000000077 25 25",
                "db:circular reference between processes 25 25", "db:context too deep 25 25");
    }

    @Test
    void stacksOfAnyDepthAreDrawn() {
        RecordedProcess s = new RecordedProcess(1, "s", false);
        List<Frame> deep = new ArrayList<>();
        for (int i = 0; i < 20_000; i++)
            deep.add(new Frame("f" + i, Frame.Kind.NATIVE));
        s.add(new RecordedProcess.Label.Missing("background thread"), deep, 5);
        assertThat(lines(graph(null, 0.5, s))).containsExactly("s:background thread 0 100",
                "CALL background thread -> s:f19999 100 100");
    }

    @Test
    void withoutATypeTheApplicationsOutermostProcedureComesFirst() {
        RecordedProcess s = new RecordedProcess(1, "web", true);
        s.add(new RecordedProcess.Label.Of(0),
                TwoTierRecording.java("java.lang.Thread.run", "shop.Cart.doGet", "shop.Dao.load", "java.util.List.of"),
                5);
        s.add(new RecordedProcess.Label.Of(0), TwoTierRecording.java("java.lang.Thread.run", "shop.Cart.doGet"), 5);
        assertThat(lines(graph(null, 0.5, s))).containsExactly("web:shop.Cart.doGet 50 100",
                "CALL shop.Cart.doGet -> web:shop.Dao.load 50 50");
    }
}
