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
    this.told = this.tell();
  }

  /** What the path to each node tells of a wait at its end, as Ending.java has it. */
  tell() {
    const t = this.tree, kinds = this.drill.kinds, told = [], inKernel = [], joins = [];
    for (let n = 0; n < t.size; n++) {
      const above = t.parent[n], kernel = t.kind(n) === 'K', nameless = kernel && t.name(n) === 'unknown';
      const found = Object.hasOwn(kinds, t.name(n)) ? kinds[t.name(n)] : 'wait';
      const inherits = nameless || (kernel && found === 'wait' && inKernel[above]);
      joins[n] = found === 'join' || (joins[above] && (kernel || found === 'lock'));
      told[n] = inherits ? told[above] : found === 'lock' && joins[n] ? 'join' : found;
      inKernel[n] = kernel && (!nameless || inKernel[above]);
    }
    return told;
  }

  /** Fills in what the selection leaves. @param time running, waiting, or both */
  weigh(time) {
    const none = new Float64Array(this.paths.size);
    const running = time === 'waiting' ? none : this.paths.weights(false);
    const waiting = time === 'running' ? none : this.paths.weights(true);
    this.waiting = this.tree.weigh(waiting).total.slice();
    this.selfWaiting = this.tree.self.slice();
    this.tree.weigh(running.map((w, e) => w + waiting[e]));
  }

  /** The most time first. */
  children(node) {
    const t = this.tree;
    return [...t.order.subarray(t.from[node], t.from[node + 1])].filter(c => t.total[c] > 0)
      .sort((a, b) => t.total[b] - t.total[a] || (t.name(a) < t.name(b) ? -1 : 1));
  }

  /** What threads do where the walk ends, for the most time; see Ending.java, of which the kinds are. */
  ending(node) {
    const t = this.tree, waits = this.waiting[node] >= t.total[node] / 2, by = {};
    for (const left = [node]; left.length > 0;) {
      const n = left.pop(), kind = waits ? this.told[n] : t.kind(n) === 'K' ? 'kernel' : 'function';
      by[kind] = (by[kind] ?? 0) + (waits ? this.selfWaiting[n] : t.self[n] - this.selfWaiting[n]);
      left.push(...t.order.subarray(t.from[n], t.from[n + 1]));
    }
    let most = waits ? 'wait' : 'function';
    for (const kind of Object.keys(this.drill.texts)) if ((by[kind] ?? 0) > (by[most] ?? 0)) most = kind;
    return most;
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
