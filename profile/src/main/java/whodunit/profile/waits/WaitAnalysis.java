// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import whodunit.profile.ContextTypes;
import whodunit.profile.RecordedProcess;

/** The analysis of waits, from intervals to knots (docs/waits.md): wPerf's, with vertices of our choice. */
public final class WaitAnalysis {
    /** What a vertex of the graph is. */
    public enum By {
        THREAD, TRANSACTION, TIER
    }

    /** A recording that lost more cannot be judged. */
    public static final double MOST_DROPPED_PCT = 1;
    /** Edges below it are left out. */
    private static final double LIGHTEST = 0.01;
    private static final int SITES = 5;
    /** Of the time of each of its threads. */
    private static final double IDLE = 0.5;

    private final WaitRecording recording;
    private final ThreadTiers tiers;
    private final SampledCpu cpu;
    private final WaitStacks stacks;
    private final ThreadVertices threads;
    private final Vertices vertices;
    private final double nanos;
    private final List<String> explanation = new ArrayList<>();
    private SweepSums sums;
    /** For each vertex the one that it is put together with. */
    private int[] group;

    private WaitAnalysis(WaitRecording recording, Collection<RecordedProcess> processes, By by) {
        this.recording = recording;
        tiers = new ThreadTiers(recording, processes);
        stacks = new WaitStacks(recording, tiers);
        cpu = new SampledCpu(recording, by == By.TRANSACTION ? processes : List.of());
        threads = new ThreadVertices(recording, tiers);
        vertices = switch (by) {
            case THREAD -> threads;
            case TRANSACTION -> NamedVertices.types(recording, tiers, new ContextTypes(processes), threads);
            case TIER -> NamedVertices.tiers(recording, tiers, threads);
        };
        nanos = Math.max(1, recording.end() - recording.start());
    }

    /**
     * @param processes of the same recording; may be empty, then threads have no transactions
     * @throws IOException if a file cannot be read any more
     */
    public static WaitGraph of(WaitRecording recording, Collection<RecordedProcess> processes, By by)
            throws IOException {
        return of(recording, processes, by, SweepRanges.usualRanges());
    }

    /** @param ranges into how many parts the time is divided, which are swept side by side; the result is the same */
    static WaitGraph of(WaitRecording recording, Collection<RecordedProcess> processes, By by, int ranges)
            throws IOException {
        return new WaitAnalysis(recording, processes, by).graph(ranges);
    }

    private WaitGraph graph(int ranges) throws IOException {
        sums = SweepRanges.of(recording, vertices, tiers, stacks, ranges);
        say("%d intervals of %d threads in %.1f s, %d dropped", sums.intervals,
                recording.threadCount() - Waker.values().length, nanos / 1e9, recording.dropped());
        say("%d threads that lived for less than 1%% of the time are part of their parents", threads.folded());
        if (sums.damaged > 0)
            say("%d intervals could not be read", sums.damaged);
        say("%d waits of half the time or more are left out: they happen once", sums.leftOut);
        group = vertices == threads ? new SimilarThreads(recording, stacks, sums.edges).groups()
                : identity(vertices.count());
        Map<Integer, Set<Integer>> members = new HashMap<>();
        for (int t = 0; t < recording.threadCount(); t++)
            if (recording.thread(t) != null)
                members.computeIfAbsent(group[vertices.of(t, 0)], v -> new LinkedHashSet<>()).add(t);
        Map<Integer, String> names = names();
        if (vertices == threads)
            say("%d vertices after threads with one name and similar stacks were put together", members.size());
        Map<Long, EdgeBuilder> edges = edges();
        say("%d edges after cascaded redistribution", edges.size());
        edges.forEach((key, e) -> say("  %s -> %s: %.2f%% of the time, %.2f%% without what others wait for through it",
                names.get(e.from), names.get(e.to), 100 * e.cascaded / nanos, 100 * e.direct / nanos));
        edges.values().removeIf(e -> e.cascaded < LIGHTEST * nanos);
        say("%d edges of at least %.0f%% of the time", edges.size(), 100 * LIGHTEST);
        Set<Integer> idle = idle(edges.values(), members);
        idle.forEach(v -> say("%s is idle: most of the time it waits, and nobody wants anything of it", names.get(v)));
        List<Set<Integer>> knots = knots(edges.values().stream()
                .filter(e -> !idle.contains(e.from) && !idle.contains(e.to)).toList(), names);
        List<WaitGraph.Vertex> shown = shownVertices(edges.values(), names, members);
        List<WaitGraph.Edge> all = new ArrayList<>();
        List<WaitGraph.Knot> told = new ArrayList<>();
        for (EdgeBuilder e : edges.values())
            all.add(edge(e, names, knots.stream().anyMatch(k -> k.contains(e.to)
                    && (k.contains(e.from) || k.size() == 1))));
        all.sort(Comparator.comparingDouble(WaitGraph.Edge::weight).reversed());
        for (Set<Integer> k : knots)
            told.add(new WaitGraph.Knot(k.stream().map(names::get).toList()));
        return new WaitGraph(nanos / 1e9, sums.intervals, recording.dropped(), shown, all, told,
                new Splits(vertices, tiers, sums, cpu).list(), List.copyOf(explanation));
    }

    private static int[] identity(int n) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++)
            all[i] = i;
        return all;
    }

    /** Names of groups, each once; of those that share one a transaction type has it as it is. */
    private Map<Integer, String> names() {
        Map<String, List<Integer>> same = new LinkedHashMap<>();
        for (int v = 0; v < group.length; v++)
            if (group[v] == v)
                same.computeIfAbsent(vertices.name(v), n -> new ArrayList<>()).add(v);
        Map<Integer, String> names = new HashMap<>();
        same.forEach((name, all) -> {
            for (int v : all)
                names.put(v, all.size() == 1 || kind(v) == WaitGraph.Kind.TRANSACTION ? name : name + "/" + number(v));
        });
        return names;
    }

    /** The kernel's number of a thread; of what no file defines as one the vertex's. */
    private int number(int vertex) {
        WaitThread thread = vertices == threads ? recording.thread(vertex) : null;
        return thread == null ? vertex : thread.tid();
    }

    private static final class EdgeBuilder {
        final int from, to;
        long cascaded, direct, count;
        /** Of direct, in calls that would have ended earlier if anybody had wanted something. */
        long timeLimits;
        /** (kind, stacks) to cascaded ns. */
        final Map<List<Integer>, Long> sites = new HashMap<>();

        EdgeBuilder(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    private Map<Long, EdgeBuilder> edges() {
        Map<Long, EdgeBuilder> edges = new LinkedHashMap<>();
        sums.edges.forEach((from, to, kind, stack, wakerStack, cascaded, direct, count) -> {
            int a = group[from], b = group[to];
            EdgeBuilder e = edges.computeIfAbsent((long) a << 32 | b, k -> new EdgeBuilder(a, b));
            e.cascaded += cascaded;
            e.direct += direct;
            e.count += count;
            if (WaitKind.of(kind) != WaitKind.SLEEP)
                e.timeLimits += direct;
            e.sites.merge(List.of(kind, stacks.shown(stack), wakerStack), cascaded, Long::sum);
        });
        return edges;
    }

    /** Those whose waits mostly end because a time limit is over, or once: nobody wants anything of them. */
    private Set<Integer> idle(Collection<EdgeBuilder> edges, Map<Integer, Set<Integer>> members) {
        Map<Integer, Long> limits = new HashMap<>();
        edges.stream().filter(e -> kind(e.to) == WaitGraph.Kind.TIMER)
                .forEach(e -> limits.merge(e.from, e.timeLimits, Long::sum));
        for (int t = 0; t < sums.leftOutNanos.length; t++)
            if (sums.leftOutNanos[t] > 0)
                limits.merge(group[vertices.of(t, 0)], sums.leftOutNanos[t], Long::sum);
        Set<Integer> idle = new LinkedHashSet<>();
        limits.forEach((v, ns) -> {
            if (kind(v).isInside() && ns >= IDLE * nanos * Math.max(1, members.getOrDefault(v, Set.of()).size()))
                idle.add(v);
        });
        members.forEach((v, own) -> {
            if (own.stream().allMatch(this::isRecorders))
                idle.add(v);
        });
        return idle;
    }

    /** The recorder's own thread sleeps until the program has brought it something, and nobody waits for it. */
    private boolean isRecorders(int thread) {
        return recording.thread(thread).name().equals("whodunit");
    }

    private List<Set<Integer>> knots(Collection<EdgeBuilder> edges, Map<Integer, String> names) {
        if (recording.droppedPct() > MOST_DROPPED_PCT) {
            say("no conclusion: %.2f%% of the intervals were dropped", recording.droppedPct());
            return List.of();
        }
        Knots search = new Knots(names::get, explanation);
        List<Set<Integer>> inside = search.of(weights(edges, names, false));
        if (!inside.isEmpty())
            return inside;
        say("no knot within the recorded processes; now with what is outside of them");
        return search.of(weights(edges, names, true));
    }

    private List<Knots.Edge> weights(Collection<EdgeBuilder> edges, Map<Integer, String> names, boolean outside) {
        return edges.stream()
                .filter(e -> kind(e.from).isInside() && (kind(e.to).isInside()
                        || outside && kind(e.to) == WaitGraph.Kind.OUTSIDE))
                .map(e -> new Knots.Edge(e.from, e.to, e.cascaded / nanos)).toList();
    }

    private WaitGraph.Kind kind(int vertex) {
        if (vertices instanceof NamedVertices named && named.isType(vertex))
            return WaitGraph.Kind.TRANSACTION;
        int thread = vertices instanceof NamedVertices named ? named.example(vertex) : vertex;
        if (thread < Waker.values().length)
            return switch (Waker.values()[thread]) {
                case DISK -> WaitGraph.Kind.DEVICE;
                case NETWORK -> WaitGraph.Kind.OUTSIDE;
                case TIMER -> WaitGraph.Kind.TIMER;
                default -> WaitGraph.Kind.UNKNOWN;
            };
        if (!tiers.isRecorded(thread))
            return WaitGraph.Kind.OUTSIDE;
        return vertices instanceof NamedVertices named && named.areTiers() ? WaitGraph.Kind.TIER
                : WaitGraph.Kind.THREADS;
    }

    private List<WaitGraph.Vertex> shownVertices(Collection<EdgeBuilder> edges, Map<Integer, String> names,
            Map<Integer, Set<Integer>> members) {
        Set<Integer> shown = new LinkedHashSet<>();
        edges.forEach(e -> {
            shown.add(e.from);
            shown.add(e.to);
        });
        Map<Integer, double[]> times = new HashMap<>();
        sums.shares.forEach((vertex, to, share, tier, toTier, ns, direct, count) -> {
            if (share == Share.HANDOVER.ordinal())
                return; // it is the time of no thread of the vertex
            double[] t = times.computeIfAbsent(group[vertex], v -> new double[3]);
            t[share == Share.CPU.ordinal() ? 0 : share == Share.RUNNABLE.ordinal() ? 1 : 2] += ns / nanos;
        });
        double[] none = new double[3];
        return shown.stream().map(v -> {
            double[] t = times.getOrDefault(v, none);
            return new WaitGraph.Vertex(names.get(v), kind(v), members.getOrDefault(v, Set.of()).size(), t[0], t[1],
                    t[2]);
        }).sorted(Comparator.comparingDouble(WaitGraph.Vertex::cpu).reversed()
                .thenComparing(WaitGraph.Vertex::name)).toList();
    }

    private WaitGraph.Edge edge(EdgeBuilder e, Map<Integer, String> names, boolean inKnot) {
        List<WaitGraph.Site> sites = e.sites.entrySet().stream()
                .sorted(Map.Entry.<List<Integer>, Long>comparingByValue().reversed()).limit(SITES)
                .map(s -> new WaitGraph.Site(WaitKind.of(s.getKey().get(0)), (double) s.getValue() / e.cascaded,
                        stacks.frames(s.getKey().get(1)), stacks.frames(s.getKey().get(2))))
                .toList();
        return new WaitGraph.Edge(names.get(e.from), names.get(e.to), e.cascaded / nanos, e.direct / nanos, e.count,
                sites, inKnot);
    }

    private void say(String format, Object... values) {
        explanation.add(String.format(Locale.ROOT, format, values));
    }
}
