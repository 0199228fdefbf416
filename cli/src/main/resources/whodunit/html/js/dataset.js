// SPDX-License-Identifier: Apache-2.0
/** A recording: its entries, and what its report says of them. */
class Dataset extends Entries {
  constructor(data) {
    super(data);
    this.report = data.report;
    this.graph = data.graph;
    this.waitGraphs = data.wait_graphs; // none if no waits were recorded
    // null: an earlier version's report; -1: none
    this.graphNode = data.entries.graph_node ? Int32Array.from(data.entries.graph_node) : null;
    this.metrics = Object.keys(METRIC_NAMES).filter(m => this.metricOfTier.includes(m));
    this.aggregates = new Aggregates(this.report, data.aggregates);
    this.drill = data.drill && { ...data.drill, running: data.drill.running && new Entries(data.drill.running),
      waiting: data.drill.waiting && new Entries(data.drill.waiting) }; // none in an earlier version's report
    this.requests = this.aggregates.all.requests;
    this.positionOfTier = this.order();
    this.rankTypes();
  }

  /** A type, and a request of it that leads to a trace. */
  titleOf(type) {
    const traceparent = this.report.transactions.find(t => t.type === type)?.traceparent;
    return traceparent ? `${type} (traceparent ${traceparent})` : type;
  }

  /**
   * Transaction types by their CPU on all tiers (without any: wall time), so that each has its colour in all views;
   * reasons have no rank.
   */
  rankTypes() {
    const ms = new Float64Array(this.types.length);
    for (let e = 0; e < this.size; e++)
      if (this.isLeading(this.tier[e])) ms[this.type[e]] += this.samples[e] * this.msPerSample[e];
    this.leading = [...ms.keys()].filter(t => this.requests.has(this.types[t])).sort((a, b) => ms[b] - ms[a]);
    this.rankOfType = new Int32Array(this.types.length).fill(-1);
    this.leading.forEach((t, rank) => { this.rankOfType[t] = rank; });
  }

  /**
   * Whether a tier's figures are of the metric by which things are ordered; those of another cannot be added to them.
   */
  isLeading(tier) { return this.metricOfTier[tier] === this.metrics[0]; }

  /** When a slot begins, in nanoseconds after the report's origin, from which --since and --until count. */
  nanosOf(slot) {
    return Math.round((this.startMs - (this.aggregates.originMs ?? this.startMs) + slot * this.slotMs) * 1e6);
  }

  /**
   * Tiers from the client's side on: by how many other tiers lie before them, on average. What is of no transaction
   * counts where a tier has nothing else, as in GraphBuilder.
   */
  order() {
    const sums = () => ({ depth: new Float64Array(this.tiers.length), n: new Float64Array(this.tiers.length) });
    const all = sums(), ofRequests = sums();
    const isRequest = this.types.map(t => this.requests.has(t));
    const before = new Int32Array(this.parent.length);
    this.calls = new Set(); // "from,to"
    for (let i = 1; i < this.parent.length; i++)
      before[i] = before[this.parent[i]] + (this.kinds[this.frame[i]] === 'B' ? 1 : 0);
    for (let e = 0; e < this.size; e++) {
      for (const s of isRequest[this.type[e]] ? [all, ofRequests] : [all]) {
        s.n[this.tier[e]] += this.samples[e];
        s.depth[this.tier[e]] += this.samples[e] * before[this.node[e]];
      }
      const way = [];
      for (let i = this.node[e]; i > 0; i = this.parent[i]) {
        const s = this.boundary(this.frame[i]);
        if (s >= 0 && s !== way[0]) way.unshift(s);
      }
      for (let i = 1; i < way.length; i++) this.calls.add(`${way[i - 1]},${way[i]}`);
    }
    const mean = this.tiers.map((_, i) => {
      const { depth, n } = ofRequests.n[i] ? ofRequests : all;
      return depth[i] / (n[i] || 1);
    });
    const order = this.tiers.map((_, i) => i).sort((a, b) => mean[a] - mean[b] || all.n[b] - all.n[a]);
    const tier = [];
    order.forEach((s, i) => { tier[s] = i; });
    this.tiersInOrder = order;
    return tier;
  }

  colour(tier) { return tierColour(tier < 0 ? -1 : this.positionOfTier[tier]); }
}
