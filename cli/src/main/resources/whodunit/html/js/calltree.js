// SPDX-License-Identifier: Apache-2.0
/**
 * A call tree over entries, as columns: a node comes after its parent, node 0 is the root. Its form depends on the
 * options only; {@link #weigh} fills in what the selection leaves, so that a new selection needs no new tree.
 */
class CallTree {
  /**
   * @param source a Dataset or CrosstalkPaths
   * @param options byType: the transaction type is the outermost level; invert: innermost frames first; collapse:
   *        recursion is cut back to its first call; focus: only stacks with this frame's name, from there on
   */
  constructor(source, options) {
    this.source = source;
    this.options = options;
    this.parent = [0];
    this.label = [-1]; // frame, or frames + type
    this.tierOf = [-1];
    this.depth = [0];
    this.children = new Map();
    this.leaf = new Int32Array(source.size).fill(-1);
    for (let e = 0; e < source.size; e++) this.add(e);
    this.children = null;
    this.size = this.parent.length;
    this.self = new Float64Array(this.size);
    this.total = new Float64Array(this.size);
  }

  add(e) {
    const s = this.source, o = this.options;
    let steps = []; // [frame, tier]
    let tier = -1, tierFrom = 0;
    for (const frame of s.path(e)) {
      const b = s.boundary(frame);
      if (b >= 0) { tier = b; tierFrom = steps.length; }
      if (o.collapse && b < 0) {
        const seen = steps.findIndex((p, i) => i >= tierFrom && p[0] === frame);
        if (seen >= 0) { steps.length = seen + 1; continue; }
      }
      steps.push([frame, tier]);
    }
    if (o.focus != null) {
      const at = o.invert ? steps.findLastIndex(p => s.names[p[0]] === o.focus)
        : steps.findIndex(p => s.names[p[0]] === o.focus);
      if (at < 0) return;
      steps = o.invert ? steps.slice(0, at + 1) : steps.slice(at);
    }
    if (o.invert) steps.reverse();
    let node = 0;
    if (o.byType && o.focus == null) node = this.child(0, s.names.length + s.type[e], -1);
    for (const [frame, at] of steps) node = this.child(node, frame, at);
    this.leaf[e] = node;
  }

  child(node, label, tier) {
    const labels = (this.source.names.length + this.source.types.length) * (this.source.tiers.length + 1);
    const key = node * labels + label * (this.source.tiers.length + 1) + tier + 1;
    let c = this.children.get(key);
    if (c === undefined) {
      c = this.parent.push(node) - 1;
      this.label.push(label);
      this.tierOf.push(tier);
      this.depth.push(this.depth[node] + 1);
      this.children.set(key, c);
    }
    return c;
  }

  /** @param weights by entry */
  weigh(weights) {
    this.self.fill(0);
    for (let e = 0; e < weights.length; e++)
      if (this.leaf[e] >= 0) this.self[this.leaf[e]] += weights[e];
    this.total.set(this.self);
    for (let i = this.size - 1; i > 0; i--) this.total[this.parent[i]] += this.total[i];
    this.sort();
    return this;
  }

  /** Children of node i: order[from[i]] to order[from[i + 1] - 1], the heaviest first. */
  sort() {
    this.from = new Int32Array(this.size + 2);
    for (let i = 1; i < this.size; i++) this.from[this.parent[i] + 2]++;
    for (let i = 2; i < this.from.length; i++) this.from[i] += this.from[i - 1];
    this.order = new Int32Array(this.size - 1);
    for (let i = 1; i < this.size; i++) this.order[this.from[this.parent[i] + 1]++] = i;
    for (let i = 0; i < this.size; i++)
      if (this.from[i + 1] - this.from[i] > 1)
        this.order.subarray(this.from[i], this.from[i + 1]).sort((a, b) => this.total[b] - this.total[a] || a - b);
  }

  isType(node) { return this.label[node] >= this.source.names.length; }

  /** File and line of its function; empty where they are not known. */
  place(node) { return node === 0 || this.isType(node) ? '' : this.source.sources?.[this.label[node]] || ''; }

  kind(node) { return node === 0 ? 'R' : this.isType(node) ? 'T' : this.source.kinds[this.label[node]]; }

  name(node) {
    if (node === 0) return 'all';
    return this.isType(node) ? this.source.types[this.label[node] - this.source.names.length]
      : this.source.names[this.label[node]];
  }

  ancestors(node) {
    const all = [];
    for (let n = node; n > 0; n = this.parent[n]) all.unshift(this.parent[n]);
    return all;
  }

  /** The nodes whose name matches, and what they hold together, what is within another match counted once. */
  find(query) {
    const q = query.toLowerCase();
    const s = this.source;
    const match = new Uint8Array(s.names.length + s.types.length);
    s.names.forEach((n, i) => { match[i] = n.toLowerCase().includes(q) ? 1 : 0; });
    s.types.forEach((n, i) => { match[s.names.length + i] = n.toLowerCase().includes(q) ? 1 : 0; });
    const found = new Uint8Array(this.size);
    const within = new Uint8Array(this.size);
    let weight = 0, nodes = 0;
    for (let i = 1; i < this.size; i++) {
      found[i] = match[this.label[i]];
      if (found[i] && this.total[i] > 0) nodes++;
      if (found[i] && !within[this.parent[i]]) weight += this.total[i];
      within[i] = found[i] | within[this.parent[i]];
    }
    return { found, weight, nodes };
  }
}
