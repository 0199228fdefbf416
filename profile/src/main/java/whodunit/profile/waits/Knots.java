// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the knots of a wait-for graph: strongly connected components without an edge that leads out. A light edge may
 * tie much together that hardly waits for each other, so the lightest edges are removed, one after the other, until
 * what is left is heavier than {@link #TERMINATION}.
 */
final class Knots {
    /** Of the time: no edge of a knot that is lighter stays. */
    static final double TERMINATION = 0.2;

    /** @param weight of the recorded time */
    record Edge(int from, int to, double weight) {}

    /** Names a vertex where a step is explained. */
    interface Names {
        String of(int vertex);
    }

    private final Names names;
    private final List<String> explanation;

    Knots(Names names, List<String> explanation) {
        this.names = names;
        this.explanation = explanation;
    }

    /** Each as its vertices in ascending order; the order of knots is that of their first vertices. */
    List<Set<Integer>> of(Collection<Edge> graph) {
        List<Edge> edges = new ArrayList<>(graph);
        edges.sort(Comparator.comparingDouble(Edge::weight));
        List<Set<Integer>> found = new ArrayList<>();
        for (; found.isEmpty() && !edges.isEmpty(); edges.remove(0)) {
            for (Set<Integer> sink : sinks(edges))
                if (heaviestInto(sink, edges) >= TERMINATION) {
                    say("no weight leads out of " + words(sink));
                    refine(sink, within(sink, edges), found);
                }
            if (found.isEmpty())
                say("no knot of " + percent(TERMINATION) + "; removed the lightest edge, " + words(edges.get(0)));
        }
        found.sort(Comparator.comparing(s -> s.iterator().next()));
        return found;
    }

    private void refine(Set<Integer> component, List<Edge> edges, List<Set<Integer>> found) {
        if (edges.isEmpty() || component.size() == 1 || edges.get(0).weight() > TERMINATION) {
            say("knot: " + words(component));
            found.add(component);
            return;
        }
        List<Edge> fewer = edges.subList(1, edges.size());
        say("removed the lightest edge of " + words(component) + ", " + words(edges.get(0)));
        for (Set<Integer> sink : sinks(fewer))
            if (heaviestInto(sink, fewer) >= TERMINATION)
                refine(sink, within(sink, fewer), found);
    }

    private static List<Edge> within(Set<Integer> component, List<Edge> edges) {
        return edges.stream().filter(e -> component.contains(e.from()) && component.contains(e.to())).toList();
    }

    private static double heaviestInto(Set<Integer> component, List<Edge> edges) {
        return edges.stream().filter(e -> component.contains(e.to())).mapToDouble(Edge::weight).max().orElse(0);
    }

    /** Components without an edge that leads out. */
    static List<Set<Integer>> sinks(List<Edge> edges) {
        List<Set<Integer>> sinks = new ArrayList<>();
        for (Set<Integer> c : components(edges))
            if (edges.stream().noneMatch(e -> c.contains(e.from()) && !c.contains(e.to())))
                sinks.add(c);
        return sinks;
    }

    /** Strongly connected components, by Tarjan's algorithm without recursion. */
    static List<Set<Integer>> components(List<Edge> edges) {
        int[] vertices = edges.stream().flatMapToInt(e -> IntStream.of(e.from(), e.to())).sorted()
                .distinct().toArray();
        int n = vertices.length;
        List<List<Integer>> successors = new ArrayList<>();
        for (int i = 0; i < n; i++)
            successors.add(new ArrayList<>());
        for (Edge e : edges)
            successors.get(Arrays.binarySearch(vertices, e.from())).add(Arrays.binarySearch(vertices, e.to()));
        int[] index = new int[n], low = new int[n], edge = new int[n];
        boolean[] onStack = new boolean[n];
        Deque<Integer> stack = new ArrayDeque<>(), path = new ArrayDeque<>();
        List<Set<Integer>> components = new ArrayList<>();
        int counter = 0;
        for (int root = 0; root < n; root++) {
            if (index[root] != 0)
                continue;
            path.push(root);
            while (!path.isEmpty()) {
                int v = path.peek();
                if (index[v] == 0) {
                    index[v] = low[v] = ++counter;
                    stack.push(v);
                    onStack[v] = true;
                }
                if (edge[v] < successors.get(v).size()) {
                    int w = successors.get(v).get(edge[v]++);
                    if (index[w] == 0)
                        path.push(w);
                    else if (onStack[w])
                        low[v] = Math.min(low[v], index[w]);
                    continue;
                }
                path.pop();
                if (!path.isEmpty())
                    low[path.peek()] = Math.min(low[path.peek()], low[v]);
                if (low[v] == index[v]) {
                    Set<Integer> component = new TreeSet<>();
                    for (int w = -1; w != v;) {
                        w = stack.pop();
                        onStack[w] = false;
                        component.add(vertices[w]);
                    }
                    components.add(component);
                }
            }
        }
        return components;
    }

    private void say(String line) {
        explanation.add(line);
    }

    private String words(Edge e) {
        return names.of(e.from()) + " -> " + names.of(e.to()) + " (" + percent(e.weight()) + ")";
    }

    private String words(Set<Integer> vertices) {
        Set<String> all = new TreeSet<>();
        vertices.forEach(v -> all.add(names.of(v)));
        return "{" + String.join(", ", all) + "}";
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }
}
