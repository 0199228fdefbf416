// SPDX-License-Identifier: Apache-2.0
const METRIC_NAMES = { cpu: 'CPU', wall: 'wall time' };

/** A recording: entries as columns of numbers, stacks as one tree, times as slots. */
class Dataset {
  constructor(data) {
    this.report = data.report;
    this.graph = data.graph;
    this.waitGraphs = data.wait_graphs; // none if no waits were recorded
    this.types = data.types;
    this.processes = data.processes;
    this.tiers = [...new Set(data.processes.map(p => p.tier))];
    this.names = data.tree.names;
    this.kinds = data.tree.kinds;
    this.sources = data.tree.sources || {};
    const n = data.tree.parent.length + 1;
    this.parent = new Int32Array(n);
    this.frame = new Int32Array(n);
    for (let i = 1; i < n; i++) {
      this.parent[i] = i - data.tree.parent[i - 1];
      this.frame[i] = data.tree.frame[i - 1];
    }
    this.node = Int32Array.from(data.entries.node);
    // null: an earlier version's report; -1: none
    this.graphNode = data.entries.graph_node ? Int32Array.from(data.entries.graph_node) : null;
    this.type = Int32Array.from(data.entries.type);
    this.samples = Float64Array.from(data.entries.samples);
    this.tier = Int32Array.from(data.entries.process, p => this.tiers.indexOf(data.processes[p].tier));
    this.metricOfTier = this.tiers.map(s => data.processes.find(p => p.tier === s).metric);
    this.metrics = ['cpu', 'wall'].filter(m => this.metricOfTier.includes(m));
    this.msPerSample = Float64Array.from(data.entries.process, p => data.processes[p].ms_per_sample);
    this.size = this.node.length;
    this.readTimes(data.times);
    this.aggregates = new Aggregates(this.report, data.aggregates);
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

  /** What a tier's time is called. */
  metricName(tier) { return METRIC_NAMES[this.metricOfTier[tier]]; }

  readTimes(times) {
    this.slots = times.slots;
    this.slotMs = times.slot_ms;
    this.startMs = times.start_ms;
    this.timesFrom = new Int32Array(this.size + 1);
    this.slotOf = new Int32Array(times.step.length);
    this.countOf = Float64Array.from(times.count);
    for (let e = 0, at = 0; e < this.size; e++) {
      let slot = 0;
      for (let i = 0; i < times.size[e]; i++, at++) this.slotOf[at] = slot += times.step[at];
      this.timesFrom[e + 1] = at;
    }
  }

  /** The slot that begins at a time, in milliseconds since 1970. */
  slotAt(ms) { return Math.max(0, Math.min(this.slots, Math.round((ms - this.startMs) / this.slotMs))); }

  /** When a slot begins, in nanoseconds after the report's origin, from which --since and --until count. */
  nanosOf(slot) {
    return Math.round((this.startMs - (this.aggregates.originMs ?? this.startMs) + slot * this.slotMs) * 1e6);
  }

  /** Samples of an entry in slots [from, to). */
  samplesIn(e, from, to) {
    if (from <= 0 && to >= this.slots) return this.samples[e];
    let n = 0;
    for (let i = this.timesFrom[e]; i < this.timesFrom[e + 1]; i++)
      if (this.slotOf[i] >= from && this.slotOf[i] < to) n += this.countOf[i];
    return n;
  }

  /** The frames of an entry, outermost first. */
  path(e) {
    const path = [];
    for (let n = this.node[e]; n > 0; n = this.parent[n]) path.push(this.frame[n]);
    return path.reverse();
  }

  /** The tier that a boundary frame enters, else -1. */
  boundary(frame) {
    return this.kinds[frame] === 'B' ? this.tiers.indexOf(this.names[frame].slice(1, -1)) : -1;
  }

  /** Tiers from the client's side on: by how many other tiers lie before them, on average. */
  order() {
    const depth = new Float64Array(this.tiers.length), n = new Float64Array(this.tiers.length);
    const before = new Int32Array(this.parent.length);
    this.calls = new Set(); // "from,to"
    for (let i = 1; i < this.parent.length; i++)
      before[i] = before[this.parent[i]] + (this.kinds[this.frame[i]] === 'B' ? 1 : 0);
    for (let e = 0; e < this.size; e++) {
      n[this.tier[e]] += this.samples[e];
      depth[this.tier[e]] += this.samples[e] * before[this.node[e]];
      const way = [];
      for (let i = this.node[e]; i > 0; i = this.parent[i]) {
        const s = this.boundary(this.frame[i]);
        if (s >= 0 && s !== way[0]) way.unshift(s);
      }
      for (let i = 1; i < way.length; i++) this.calls.add(`${way[i - 1]},${way[i]}`);
    }
    const order = this.tiers.map((_, i) => i).sort((a, b) => depth[a] / (n[a] || 1) - depth[b] / (n[b] || 1)
      || n[b] - n[a]);
    const tier = [];
    order.forEach((s, i) => { tier[s] = i; });
    this.tiersInOrder = order;
    return tier;
  }

  colour(tier) { return tierColour(tier < 0 ? -1 : this.positionOfTier[tier]); }
}
