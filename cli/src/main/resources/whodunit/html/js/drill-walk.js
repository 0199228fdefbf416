// SPDX-License-Identifier: Apache-2.0
/** The stacks that are walked, as call paths: each below its tier, without others'. */
class WalkedPaths extends CallPaths {
  constructor(data) {
    super([]);
    const { running, waiting } = data.drill;
    this.parts = [[running ?? data, false], [waiting, true]].filter(([entries]) => entries);
    this.tiers = [];
    for (const [entries] of this.parts)
      for (let e = 0; e < entries.size; e++) this.add(entries, e);
  }

  get hasWaits() { return this.parts.length > 1; }

  add(entries, e) {
    const path = [];
    for (let n = entries.node[e]; n > 0 && entries.kinds[entries.frame[n]] !== 'B'; n = entries.parent[n])
      path.push(this.id(entries.names[entries.frame[n]], entries.kinds[entries.frame[n]]));
    this.put(entries.tiers[entries.tier[e]], path.reverse());
  }

  boundary() { return -1; }

  /** Milliseconds by path of what is selected: what threads ran, or waited. */
  weights(waits) {
    const w = new Float64Array(this.size);
    let at = 0;
    for (const [entries, waited] of this.parts) {
      if (waited === waits) w.set(selection.weights(entries, waits ? { metric: 'waiting' } : {}), at);
      at += entries.size;
    }
    return w;
  }
}

/** The calling context tree of all tiers, running and waiting apart, as `whodunit drill` has it (CallTree.java). */
class WalkedTree {
  constructor(data) {
    this.drill = data.drill;
    this.paths = new WalkedPaths(data);
    this.tree = new CallTree(this.paths, { byType: true, invert: false, collapse: false, focus: null });
  }

  /** Fills in what the selection leaves. @param time running, waiting, or both */
  weigh(time) {
    const none = new Float64Array(this.paths.size);
    const running = time === 'waiting' ? none : this.paths.weights(false);
    const waiting = time === 'running' ? none : this.paths.weights(true);
    this.waiting = this.tree.weigh(waiting).total.slice();
    this.tree.weigh(running.map((w, e) => w + waiting[e]));
  }

  /** The most time first. */
  children(node) {
    const t = this.tree;
    return [...t.order.subarray(t.from[node], t.from[node + 1])].filter(c => t.total[c] > 0)
      .sort((a, b) => t.total[b] - t.total[a] || (t.name(a) < t.name(b) ? -1 : 1));
  }

  /** What a thread does where the walk ends; see Ending.java, of which the kinds are. */
  ending(node) {
    const t = this.tree;
    if (this.waiting[node] < t.total[node] / 2) return t.kind(node) === 'K' ? 'kernel' : 'function';
    const kind = n => Object.hasOwn(this.drill.kinds, t.name(n)) ? this.drill.kinds[t.name(n)] : null;
    for (let n = node; n !== undefined; n = this.children(n)[0]) if (kind(n)) return kind(n);
    for (let n = t.parent[node]; !t.isType(n); n = t.parent[n]) if (kind(n)) return kind(n);
    return 'wait';
  }

  /**
   * The walk in a tier: along every call that has its share of the tier's time.
   *
   * @return steps, each after the one that it is called from, and those of them where the walk ends
   */
  walk(tier, threshold) {
    const t = this.tree, all = t.total[tier], steps = [];
    const into = (node, depth) => {
      let ends = true;
      for (const child of this.children(node)) {
        const percent = 100 * t.total[child] / all;
        if (percent < threshold) continue;
        ends = false;
        const step = { node: child, depth, percent, self: 100 * t.self[child] / all, ending: null };
        steps.push(step);
        if (into(child, depth + 1)) step.ending = this.ending(child);
      }
      return ends;
    };
    if (all > 0) into(tier, 0);
    return { tier, threshold, steps, ends: steps.filter(s => s.ending) };
  }

  sentence({ tier, threshold, ends }) {
    const t = this.tree, name = shown(t.name(tier), 60);
    if (!ends.length) return `In ${name} no function has ${number(threshold, 0)}% of the time.`;
    const [end] = ends, others = ends.length - 1;
    return `In ${name} the walk ends in ${shown(t.name(end.node), 120)}, which ${this.drill.texts[end.ending]}: `
      + `${number(end.percent, 1)}% of the time`
      + `${others ? `, ${others} other ${others === 1 ? 'branch' : 'branches'}` : ''}.`;
  }
}
