// SPDX-License-Identifier: Apache-2.0
/** Crosstalk as something that a call tree can be made of: where transactions waited, instead of where they ran. */
class CrosstalkPaths {
  constructor(data) {
    this.data = data;
    this.types = data.types.slice();
    this.tiers = data.tiers;
    this.tiersInOrder = data.tiersInOrder;
    this.positionOfTier = data.positionOfTier;
    this.names = [];
    this.kinds = [];
    this.ids = new Map();
    this.paths = [];
    this.type = [];
    this.tier = [];
    for (const row of data.aggregates.all.crosstalk)
      for (const p of row.paths) this.add(row, p);
    this.size = this.paths.length;
  }

  add(row, p) {
    const boundaries = new Set(this.tiers.map(s => `[${s}]`));
    const path = p.waiter_path.map(f => this.id(f, boundaries.has(f) ? 'B' : 'N'));
    path.push(this.id(`waits for ${row.holder}`, 'W'));
    let type = this.types.indexOf(row.waiter);
    if (type < 0) type = this.types.push(row.waiter) - 1;
    this.paths.push(path);
    this.type.push(type);
    this.tier.push(this.tiers.indexOf(row.tier));
  }

  id(name, kind) {
    const key = kind + name;
    if (!this.ids.has(key)) {
      this.ids.set(key, this.names.push(name) - 1);
      this.kinds.push(kind);
    }
    return this.ids.get(key);
  }

  path(e) { return this.paths[e]; }

  boundary(frame) { return this.kinds[frame] === 'B' ? this.tiers.indexOf(this.names[frame].slice(1, -1)) : -1; }

  colour(tier) { return tierColour(tier < 0 ? -1 : this.positionOfTier[tier]); }

  /** Milliseconds by path, 0 for what is not selected. */
  weights() {
    const times = selection.sums(this.data).pathMs;
    return Float64Array.from(times, (ms, e) => selection.hasType(this.types[this.type[e]])
      && selection.hasTier(this.tiers[this.tier[e]]) ? ms : 0);
  }
}
