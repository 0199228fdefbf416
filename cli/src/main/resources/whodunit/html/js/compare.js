// SPDX-License-Identifier: Apache-2.0
const DIFFERENCES_SHOWN = 40;

/** This recording against another: what got better or worse, per request where requests were counted. */
class CompareView {
  constructor(data, baseline) {
    this.data = data;
    this.baseline = baseline;
  }

  render(view) {
    this.view = view;
    this.update();
  }

  update() {
    const file = el('input', { type: 'file', id: 'compare-file', accept: '.html', onchange: async f => {
      try {
        this.baseline = new Dataset(await fromReportFile(f.target.files[0]));
        this.update();
      } catch (e) {
        this.problem.textContent = `Not read: ${e.message}`;
      }
    } });
    this.problem = el('span', { role: 'alert' });
    const controls = el('div', { class: 'controls' }, el('label', {}, 'compare with an earlier report (HTML file): ',
        file), this.problem);
    if (!this.baseline) return refill(this.view, controls,
      el('p', { class: 'note' },
        'Choose a report that was saved before, or make this page with: whodunit diff BEFORE AFTER --format html'));
    const spans = [this.span(this.baseline, true), this.span(this.data, selection.wholeTime)];
    const different = this.incomparable();
    refill(this.view, ...[controls, el('p', { class: 'note' }, this.note(spans)),
      different.length ? el('p', { class: 'note', id: 'incomparable' },
        'CPU cannot be compared with wall time. Left out, as the two recordings have one and the other of it: ',
        different.map(s => shown(s, 60)).join(', '), '. Record both with the same --engine.') : null,
      this.table('Transaction types by tier', ['transaction', 'tier'], this.byType(spans, different)),
      this.table('Functions themselves', ['function', 'tier'], this.byFrame(spans, different))].filter(Boolean));
  }

  /** Tiers that were not measured in the same in all processes of both recordings. */
  incomparable() {
    const metrics = d3.rollup([this.baseline, this.data].flatMap(d => d.processes), g => new Set(g.map(p => p.metric)),
      p => p.tier);
    return [...metrics].filter(([, m]) => m.size > 1).map(([tier]) => tier).sort();
  }

  /**
   * What a recording's figures are of: slots [from, to) and the requests in them. Of a chosen range all files that
   * overlap it count, with their requests and their samples, as requests are known no finer. A report that is itself
   * of a part of a recording has the samples of that part only, and the requests of more: they don't fit.
   */
  span(d, whole) {
    if (whole) return { from: 0, to: d.slots, requests: d.report.aggregates ? new Map() : d.requests };
    const chosen = { from: d.slotAt(selection.from), to: d.slotAt(selection.to), requests: new Map() };
    const { requests, requestsOf } = selection.sums(d);
    if (!requestsOf || d.report.aggregates) return chosen;
    const slots = d3.range(d.slots).filter(i => d.nanosOf(i) >= requestsOf.from && d.nanosOf(i) < requestsOf.to);
    return slots.length ? { from: slots[0], to: slots.at(-1) + 1, requests } : chosen;
  }

  perRequest(spans) { return spans.every(s => d3.sum(s.requests.values()) > 0); }

  note(spans) {
    const d = this.data, at = slot => d.nanosOf(slot) / 1e9;
    const after = { from_s: at(spans[1].from), to_s: at(spans[1].to) };
    const byFile = this.perRequest(spans) ? ', all files that overlap the chosen time' : '';
    const of = selection.wholeTime ? '' : ` After: ${seconds(after)}${byFile}; before: all of it.`;
    const metrics = Object.keys(METRIC_NAMES).filter(m => [this.baseline, d].some(r => r.metrics.includes(m)));
    const unit = metrics.map(m => METRIC_NAMES[m]).join(' or ');
    const per = this.perRequest(spans) ? 'per request' : 'per second of the recording';
    return `Before and after, in milliseconds of ${unit} ${per}; the largest changes first.${of}`;
  }

  /** What time is divided by: the type's requests, else all, else the length in seconds. */
  unit(spans, i, type) {
    const { from, to, requests } = spans[i];
    if (!this.perRequest(spans)) return (to - from) * [this.baseline, this.data][i].slotMs / 1000 || 1;
    return requests.get(type) || d3.sum(requests.values());
  }

  sums(key, spans, different, type) {
    const sums = new Map();
    for (const [i, d] of [this.baseline, this.data].entries()) {
      const units = new Map();
      const unit = t => units.has(t) ? units.get(t) : units.set(t, this.unit(spans, i, t)).get(t);
      for (let e = 0; e < d.size; e++) {
        const tier = d.tiers[d.tier[e]];
        if (!selection.hasType(d.types[d.type[e]]) || !selection.hasTier(tier) || different.includes(tier)) continue;
        const ms = d.samplesIn(e, spans[i].from, spans[i].to) * d.msPerSample[e];
        if (!ms) continue;
        const names = key(d, e), id = JSON.stringify(names);
        if (!sums.has(id)) sums.set(id, { names, ms: [0, 0] });
        sums.get(id).ms[i] += ms / unit(type(d, e));
      }
    }
    return [...sums.values()].sort((a, b) => Math.abs(b.ms[1] - b.ms[0]) - Math.abs(a.ms[1] - a.ms[0]));
  }

  byType(spans, different) {
    return this.sums((d, e) => [d.types[d.type[e]], d.tiers[d.tier[e]]], spans, different,
      (d, e) => d.types[d.type[e]]);
  }

  byFrame(spans, different) {
    return this.sums((d, e) => [d.names[d.frame[d.node[e]]] ?? '', d.tiers[d.tier[e]]], spans, different, () => null);
  }

  table(title, heads, rows) {
    const most = Math.max(1e-9, d3.max(rows, r => Math.abs(r.ms[1] - r.ms[0])) ?? 0);
    const line = r => {
      const change = r.ms[1] - r.ms[0];
      return el('tr', {}, r.names.map(n => el('td', { class: 'text' }, shown(n, 90))),
        el('td', {}, number(r.ms[0], 3)), el('td', {}, number(r.ms[1], 3)),
        el('td', { class: `share ${change > 0 ? 'worse' : 'better'}`,
            css: { '--w': `${100 * Math.abs(change) / most}%` } }, `${change > 0 ? '▲' : '▼'} ${signed(change)}`),
        el('td', {}, r.ms[0] ? `${signed(100 * change / r.ms[0], 0)} %` : 'new'));
    };
    return el('section', {}, el('h2', {}, title),
      el('table', { class: 'compare' }, el('thead', {}, el('tr', {}, heads.map(h => el('th', { class: 'text' }, h)),
          ['before', 'after', 'change', 'of before'].map(h => el('th', {}, h)))),
      el('tbody', {}, rows.slice(0, DIFFERENCES_SHOWN).map(line))));
  }
}
