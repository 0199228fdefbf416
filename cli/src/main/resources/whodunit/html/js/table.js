// SPDX-License-Identifier: Apache-2.0
const ROWS_AT_FIRST = 25;

/** The paper's Table 1, for what is selected: transaction types by tiers. A row that is clicked joins the selection. */
class TypeTable {
  constructor(data) {
    this.data = data;
    this.sortBy = null;
    this.down = true;
    this.all = false;
    this.hasWaits = data.aggregates.all.crosstalk.length > 0;
  }

  rows() {
    const d = this.data, { requests, means } = selection.sums(d);
    const w = selection.weights(d, { anyType: true, anyTier: true });
    const totals = new Float64Array(d.tiers.length);
    const byType = new Map();
    d.report.transactions.forEach(t => byType.set(t.type, new Float64Array(d.tiers.length)));
    for (let e = 0; e < d.size; e++) {
      totals[d.tier[e]] += w[e];
      const name = d.types[d.type[e]];
      if (!byType.has(name)) byType.set(name, new Float64Array(d.tiers.length));
      byType.get(name)[d.tier[e]] += w[e];
    }
    return [...byType].map(([type, ms]) => ({ type, ms, reason: !d.requests.has(type), 
      requests: requests.get(type) || 0, wait: means.get(type) || 0,
      all: d3.sum(ms), leading: d3.sum(ms, (x, s) => d.isLeading(s) ? x : 0),
      share: ms.map((x, s) => totals[s] ? 100 * x / totals[s] : 0) }))
      .filter(r => (r.all > 0 || r.requests > 0) && selection.hasType(r.type) || selection.types.size && !r.reason
        && r.all > 0);
  }

  columns() {
    const d = this.data;
    const columns = [{ key: 'type', title: 'transaction', text: true, value: r => r.type },
      { key: 'requests', title: 'requests', value: r => r.requests }];
    const order = d.tiersInOrder.slice().filter(s => selection.hasTier(d.tiers[s]));
    for (const s of order) {
      columns.push({ key: `share${s}`, title: `${d.tiers[s]}: share of ${d.metricName(s)}`, value: r => r.share[s],
          width: r => r.share[s], percent: true });
      if (selection.wholeTime && !d.report.aggregates)
        columns.push({ key: `per${s}`, title: d.metricOfTier[s] === 'cpu' ? 'ms per request'
            : `ms of ${d.metricName(s)} per request`, value: r => r.requests ? r.ms[s] / r.requests : 0 });
    }
    const longest = d3.max(selection.sums(d).means.values()) || 1;
    if (this.hasWaits) columns.push({ key: 'wait', title: 'crosstalk wait, ms per request', value: r => r.wait,
        width: r => 100 * r.wait / longest });
    return columns;
  }

  element() {
    this.root = el('div', {});
    this.paint();
    return this.root;
  }

  paint() {
    const columns = this.columns();
    const by = columns.find(c => c.key === this.sortBy) || { value: r => r.leading };
    const sign = this.down ? -1 : 1;
    const rows = this.rows().sort((a, b) => a.reason - b.reason
      || sign * (by.text ? a.type.localeCompare(b.type) : by.value(a) - by.value(b)) || a.type.localeCompare(b.type));
    const most = this.all ? Infinity : ROWS_AT_FIRST;
    const head = columns.map(c => el('th', { class: c.text ? 'text' : null, scope: 'col',
        'aria-sort': c.key === this.sortBy ? (this.down ? 'descending' : 'ascending') : null },
      el('button', { onclick: () => { this.down = this.sortBy === c.key ? !this.down : !c.text; this.sortBy = c.key;
          this.paint(); } }, shown(c.title, 60))));
    const body = rows.slice(0, most).map(r => {
      const chosen = selection.types.has(r.type), name = el('span', {}, shown(r.type, 90));
      const row = el('tr', { class: `pick${r.reason ? ' reason' : ''}${chosen ? ' chosen' : ''}` },
        columns.map(c => c.text
          ? el('td', { class: 'text', title: shown(this.data.titleOf(r.type)) }, name)
          : el('td', c.width ? { class: 'share', css: { '--w': `${c.width(r)}%` } } : {}, c.value(r)
            ? (c.percent ? percent(c.value(r)) : c.key === 'requests' ? String(r.requests) : number(c.value(r)))
            : '')));
      return chooserRow(row, name, chosen, () => selection.toggleType(r.type));
    });
    refill(this.root, el('table', { id: 'types' }, el('thead', {}, el('tr', {}, head)), el('tbody', {}, body)),
      rows.length > most ? el('p', {}, el('button', { onclick: () => { this.all = true; this.paint(); } },
          `show all ${rows.length}`)) : '');
  }
}
