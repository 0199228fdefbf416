// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.Arrays;

/**
 * Sums by (waiting vertex, vertex waited for, kind of wait, both stacks): open addressing over primitive arrays. If
 * there are too many different ones, stacks are given up for what is added from then on.
 */
final class EdgeSums {
    private static final int MOST = 1 << 21;
    private static final long FREE = -1;

    interface Visitor {
        void edge(int from, int to, int kind, int stack, int wakerStack, long cascaded, long direct, long count);
    }

    private long[] edges = new long[1 << 10];
    private long[] sites = new long[1 << 10];
    private long[] cascaded = new long[1 << 10];
    private long[] direct = new long[1 << 10];
    private long[] counts = new long[1 << 10];
    private int used;

    EdgeSums() {
        Arrays.fill(edges, FREE);
    }

    void add(int from, int to, int kind, int stack, int wakerStack, long cascadedNanos, long directNanos, long n) {
        boolean full = used >= MOST;
        long site = full ? (long) kind << 60
                : (long) kind << 60 | (stack & 0x3fffffffL) << 30 | wakerStack & 0x3fffffffL;
        int slot = slot((long) from << 32 | to, site);
        cascaded[slot] += cascadedNanos;
        direct[slot] += directNanos;
        counts[slot] += n;
    }

    private int slot(long edge, long site) {
        int i = find(edge, site);
        if (edges[i] != FREE)
            return i;
        if (++used * 2 > edges.length) {
            grow();
            i = find(edge, site);
        }
        edges[i] = edge;
        sites[i] = site;
        return i;
    }

    private int find(long edge, long site) {
        long h = (edge ^ edge >>> 29) * 0x9E3779B97F4A7C15L ^ (site ^ site >>> 31) * 0xC2B2AE3D27D4EB4FL;
        int mask = edges.length - 1;
        int i = (int) (h >>> 32) & mask;
        while (edges[i] != FREE && (edges[i] != edge || sites[i] != site))
            i = i + 1 & mask;
        return i;
    }

    private void grow() {
        long[] e = edges, s = sites, c = cascaded, d = direct, n = counts;
        edges = new long[e.length * 2];
        Arrays.fill(edges, FREE);
        sites = new long[e.length * 2];
        cascaded = new long[e.length * 2];
        direct = new long[e.length * 2];
        counts = new long[e.length * 2];
        for (int i = 0; i < e.length; i++)
            if (e[i] != FREE) {
                int to = find(e[i], s[i]);
                edges[to] = e[i];
                sites[to] = s[i];
                cascaded[to] = c[i];
                direct[to] = d[i];
                counts[to] = n[i];
            }
    }

    void addAll(EdgeSums other) {
        other.forEach(this::add);
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < edges.length; i++)
            if (edges[i] != FREE)
                visitor.edge((int) (edges[i] >>> 32), (int) edges[i], (int) (sites[i] >>> 60) & 15,
                        (int) (sites[i] >>> 30) & 0x3fffffff, (int) sites[i] & 0x3fffffff, cascaded[i], direct[i],
                        counts[i]);
    }
}
