// SPDX-License-Identifier: Apache-2.0
/** The recording's transaction graph with the shares of a part of its time. */
class GraphShares {
  constructor(data) {
    this.data = data;
    this.last = {};
  }

  /** Of the selected time; as long as that is the same, so is the graph. */
  selected() {
    if (selection.wholeTime || !this.data.graph) return this.data.graph;
    const from = this.data.slotAt(selection.from), to = this.data.slotAt(selection.to);
    if (this.last.from !== from || this.last.to !== to) this.last = { from, to, graph: this.within(from, to) };
    return this.last.graph;
  }

  /**
   * Of slots [from, to): the nodes that have samples there or lead to some. What a node counts in the whole recording
   * it counts here; what is called is added up as in Java (Pruning.sum).
   */
  within(from, to) {
    const { nodes, edges } = this.data.graph;
    const samples = new Float64Array(nodes.length), own = new Float64Array(nodes.length); // samples, and their time
    const ofTier = new Float64Array(this.data.tiers.length);
    for (let e = 0; e < this.data.size; e++) {
      const n = this.data.samplesIn(e, from, to), ms = n * this.data.msPerSample[e], node = this.data.graphNode[e];
      ofTier[this.data.tier[e]] += ms;
      if (node < 0) continue;
      samples[node] += n;
      own[node] += ms;
    }
    const index = new Map(nodes.map((n, i) => [n.id, i]));
    const called = own.slice(), following = own.slice(); // in the tier, in all tiers
    for (let i = edges.length - 1; i >= 0; i--) { // an edge comes after the one that leads to it
      const a = index.get(edges[i].from), b = index.get(edges[i].to);
      following[a] += following[b];
      if (edges[i].kind === 'call' && nodes[a].tier === nodes[b].tier) called[a] += called[b];
    }
    const share = (n, tier) => n && 100 * n / ofTier[this.data.tiers.indexOf(tier)];
    const has = id => following[index.get(id)] > 0;
    return {
      min_pct: this.data.graph.min_pct,
      nodes: nodes.filter(n => has(n.id)).map(n => {
        const i = index.get(n.id);
        return { ...n, samples: samples[i], cpu_pct: share(own[i], n.tier), total_pct: share(called[i], n.tier) };
      }),
      edges: edges.filter(e => has(e.to)),
    };
  }
}
