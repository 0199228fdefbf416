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
        this.note.textContent = `Not read: ${e.message}`;
      }
    } });
    this.note = el('span', { role: 'alert' });
    const controls = el('div', { class: 'controls' }, el('label', {}, 'compare with an earlier report (HTML file): ', file), this.note);
    if (!this.baseline) return this.view.replaceChildren(controls, el('p', { class: 'note' }, 'Choose a report that was saved before, or make this page with: whodunit diff BEFORE AFTER --format html'));
    this.view.replaceChildren(controls, el('p', { class: 'note' }, `Before and after, in milliseconds of ${this.data.metrics.map(m => METRIC_NAMES[m]).join(' or ')} ${this.perRequest() ? 'per request' : 'per second of the recording'}; the largest changes first.`),
      this.table('Transaction types by tier', ['transaction', 'tier'], this.byType()), this.table('Functions themselves', ['function', 'tier'], this.byFrame()));
  }

  perRequest() { return [this.baseline, this.data].every(d => d3.sum(d.requests.values()) > 0); }

  /** What a type's CPU is divided by: its requests, else all of the recording's, else its length. */
  unit(d, type) {
    if (!this.perRequest()) return d.slots * d.slotMs / 1000 || 1;
    return d.requests.get(type) || d3.sum(d.requests.values());
  }

  sums(key, unit) {
    const sums = new Map();
    for (const [i, d] of [this.baseline, this.data].entries()) {
      const w = i === 1 ? selection.weights(d) : Float64Array.from({ length: d.size }, (_, e) => selection.hasType(d.types[d.type[e]]) && selection.hasStage(d.stages[d.stage[e]]) ? d.samples[e] * d.msPerSample[e] : 0);
      for (let e = 0; e < d.size; e++) {
        if (!w[e]) continue;
        const names = key(d, e), id = JSON.stringify(names);
        if (!sums.has(id)) sums.set(id, { names, ms: [0, 0] });
        sums.get(id).ms[i] += w[e] / unit(d, e);
      }
    }
    return [...sums.values()].sort((a, b) => Math.abs(b.ms[1] - b.ms[0]) - Math.abs(a.ms[1] - a.ms[0]));
  }

  byType() { return this.sums((d, e) => [d.types[d.type[e]], d.stages[d.stage[e]]], (d, e) => this.unit(d, d.types[d.type[e]])); }

  byFrame() { return this.sums((d, e) => [d.names[d.frame[d.node[e]]] ?? '', d.stages[d.stage[e]]], d => this.unit(d, null)); }

  table(title, heads, rows) {
    const most = Math.max(1e-9, ...rows.map(r => Math.abs(r.ms[1] - r.ms[0])));
    const line = r => {
      const change = r.ms[1] - r.ms[0];
      return el('tr', {}, r.names.map(n => el('td', { class: 'text' }, shown(n, 90))), el('td', {}, number(r.ms[0], 3)), el('td', {}, number(r.ms[1], 3)),
        el('td', { class: `share ${change > 0 ? 'worse' : 'better'}`, css: { '--w': `${100 * Math.abs(change) / most}%` } }, `${change > 0 ? '▲' : '▼'} ${signed(change)}`),
        el('td', {}, r.ms[0] ? `${signed(100 * change / r.ms[0], 0)} %` : 'new'));
    };
    return el('section', {}, el('h2', {}, title), el('table', { class: 'compare' }, el('thead', {}, el('tr', {}, heads.map(h => el('th', { class: 'text' }, h)), ['before', 'after', 'change', ''].map(h => el('th', {}, h)))),
      el('tbody', {}, rows.slice(0, DIFFERENCES_SHOWN).map(line))));
  }
}
