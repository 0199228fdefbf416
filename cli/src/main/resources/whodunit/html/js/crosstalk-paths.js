// SPDX-License-Identifier: Apache-2.0
/** Crosstalk as call paths: where transactions waited, instead of where they ran. */
class CrosstalkPaths extends CallPaths {
  constructor(data) {
    super(data.types.slice());
    this.data = data;
    this.tiers = data.tiers;
    this.tiersInOrder = data.tiersInOrder;
    this.positionOfTier = data.positionOfTier;
    this.tier = [];
    for (const row of data.aggregates.all.crosstalk)
      for (const p of row.paths) this.add(row, p);
  }

  add(row, p) {
    const boundaries = new Set(this.tiers.map(s => `[${s}]`));
    const path = p.waiter_path.map(f => this.id(f, boundaries.has(f) ? 'B' : 'N'));
    path.push(this.id(`waits for ${row.holder}`, 'W'));
    this.put(row.waiter, path);
    this.tier.push(this.tiers.indexOf(row.tier));
  }

  boundary(frame) { return this.kinds[frame] === 'B' ? this.tiers.indexOf(this.names[frame].slice(1, -1)) : -1; }

  colour(tier) { return tierColour(tier < 0 ? -1 : this.positionOfTier[tier]); }

  /** Milliseconds by path, 0 for what is not selected. */
  weights() {
    const times = selection.sums(this.data).pathMs;
    return Float64Array.from(times, (ms, e) => selection.hasType(this.types[this.type[e]])
      && selection.hasTier(this.tiers[this.tier[e]]) ? ms : 0);
  }
}
