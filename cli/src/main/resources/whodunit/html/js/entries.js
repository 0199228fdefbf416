// SPDX-License-Identifier: Apache-2.0
const METRIC_NAMES = { cpu: 'CPU', wall: 'wall time', waiting: 'waiting' };
/** What a second of it per second is one of. */
const METRIC_LOADS = { cpu: 'cores busy', wall: 'threads', waiting: 'threads' };

/** What was sampled: entries as columns of numbers, stacks as one tree, times as slots. */
class Entries {
  constructor(data) {
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
    this.type = Int32Array.from(data.entries.type);
    this.samples = Float64Array.from(data.entries.samples);
    this.tier = Int32Array.from(data.entries.process, p => this.tiers.indexOf(data.processes[p].tier));
    this.metricOfTier = this.tiers.map(s => data.processes.find(p => p.tier === s).metric);
    this.msPerSample = Float64Array.from(data.entries.process, p => data.processes[p].ms_per_sample);
    this.size = this.node.length;
    this.readTimes(data.times);
  }

  /** What a tier's time is called. */
  metricName(tier) { return METRIC_NAMES[this.metricOfTier[tier]]; }

  metricLoad(tier) { return METRIC_LOADS[this.metricOfTier[tier]]; }

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
}
