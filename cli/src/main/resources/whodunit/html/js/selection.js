// SPDX-License-Identifier: Apache-2.0
/**
 * What all views share: transaction types and tiers (empty: all), times [from, to) in ms since 1970, and what is
 * measured.
 */
const selection = {
  types: new Set(),
  tiers: new Set(),
  from: 0,
  to: Infinity,
  metric: 'cpu',
  listeners: [],

  change(what) {
    Object.assign(this, what);
    this.listeners.forEach(l => l());
  },

  toggleType(name) {
    const types = new Set(this.types);
    if (!types.delete(name)) types.add(name);
    this.change({ types });
  },

  /** Chosen times become those of slots, at least one: nothing finer is known. */
  snap(data) {
    if (this.wholeTime || !data.slots) return;
    const first = Math.min(data.slotAt(this.from), data.slots - 1), end = Math.max(first + 1, data.slotAt(this.to));
    this.from = first === 0 ? 0 : data.startMs + first * data.slotMs;
    this.to = end === data.slots ? Infinity : data.startMs + end * data.slotMs;
  },

  /** Requests and waits of the selected time; see Aggregates. */
  sums(data) {
    if (this.wholeTime) return data.aggregates.all;
    return data.aggregates.within(this.from > 0 ? data.nanosOf(data.slotAt(this.from)) : -Infinity,
      this.to === Infinity ? Infinity : data.nanosOf(data.slotAt(this.to)));
  },

  /** The selected time as the command line's options say it. */
  options(data) {
    const seconds = ms => String(+(data.nanosOf(data.slotAt(ms)) / 1e9).toFixed(3));
    return [this.from > 0 ? `--since ${seconds(this.from)}` : '',
      this.to === Infinity ? '' : `--until ${seconds(this.to)}`].filter(Boolean).join(' ');
  },

  get wholeTime() { return this.from <= 0 && this.to === Infinity; },

  hasType(name) { return !this.types.size || this.types.has(name); },
  hasTier(name) { return !this.tiers.size || this.tiers.has(name); },

  /**
   * Milliseconds by entry, of CPU or of what its tier was measured in, 0 for what is not selected; of one metric only
   * if it is given.
   */
  weights(data, { anyType = false, anyTier = false, metric = null } = {}) {
    const types = data.types.map(t => anyType || this.hasType(t));
    const tiers = data.tiers.map((s, i) => (anyTier || this.hasTier(s))
      && (!metric || data.metricOfTier[i] === metric));
    const w = new Float64Array(data.size);
    const from = data.slotAt(this.from), to = data.slotAt(this.to);
    for (let e = 0; e < data.size; e++)
      if (types[data.type[e]] && tiers[data.tier[e]]) w[e] = data.samplesIn(e, from, to) * data.msPerSample[e];
    return w;
  },

  /** What is selected, for an address; names of endless length are left out. */
  parameters() {
    const p = new URLSearchParams();
    this.types.forEach(t => { if (t.length < 200) p.append('type', t); });
    this.tiers.forEach(s => { if (s.length < 200) p.append('tier', s); });
    if (this.from > 0) p.set('from', this.from);
    if (this.to !== Infinity) p.set('to', this.to);
    return p;
  },

  /** For the page's own address, so that a view can be sent to somebody. */
  toHash(view) {
    const h = this.parameters();
    h.set('view', view);
    if (this.metric !== 'cpu') h.set('metric', this.metric);
    return h.toString();
  },

  /** @return the view */
  fromHash(text) {
    const h = new URLSearchParams(text);
    this.types = new Set(h.getAll('type'));
    this.tiers = new Set([...h.getAll('tier'), ...h.getAll('stage')]) /* an older link */;
    this.from = Math.max(0, parseFloat(h.get('from')) || 0);
    this.to = parseFloat(h.get('to')) || Infinity;
    this.metric = ['wall', 'waiting', 'wait'].includes(h.get('metric')) ? h.get('metric') : 'cpu';
    return h.get('view') || 'overview';
  },
};

/** A click beside a list of the bar closes it. */
function closeChoosersOutside() {
  addEventListener('pointerdown', e => {
    for (const d of document.querySelectorAll('#selection details[open]')) if (!d.contains(e.target)) d.open = false;
  });
}

/** What was typed to find names, by list: it stays while they are chosen. */
const sought = new Map();

/** The bar above all views. */
function selectionBar(data) {
  const bar = byId('selection');
  const open = new Map([...bar.querySelectorAll('details[open]')].map(d => [d.id, d.lastChild.scrollTop]));
  const chooser = (title, names, chosen, change) => {
    const boxes = el('div', {});
    const summary = el('summary', {});
    const label = () => {
      const n = chosen().size;
      summary.textContent =
        `${title}: ${n === 0 ? 'all' : n === 1 ? shown([...chosen()][0], 40) : `${n} of ${names.length}`}`;
    };
    const find = text => {
      sought.set(title, text);
      for (const l of boxes.querySelectorAll('label')) l.hidden =
        !l.textContent.toLowerCase().includes(text.toLowerCase());
    };
    if (names.length > 12)
      boxes.append(el('input', { type: 'search', placeholder: 'find', 'aria-label': `find ${title}`,
          value: sought.get(title) ?? '', oninput: i => find(i.target.value) }));
    for (const name of names)
      boxes.append(el('label', {}, el('input', { type: 'checkbox', checked: chosen().has(name), onchange: c => {
        const set = new Set(chosen());
        if (c.target.checked) set.add(name); else set.delete(name);
        change(set);
        label();
      } }), el('span', {}, shown(name, 80))));
    label();
    if (sought.get(title)) find(sought.get(title));
    const id = `choose-${title}`;
    return el('details', { id, name: 'chooser', open: open.has(id), onkeydown: k => {
      if (k.key !== 'Escape') return;
      k.currentTarget.open = false;
      summary.focus();
    } }, summary, boxes);
  };
  const metrics = data.metrics.map(m => [m, m === 'cpu' ? 'CPU time' : METRIC_NAMES[m]])
    .concat(data.report.crosstalk?.length > 0 ? [['wait', 'crosstalk wait']] : []);
  if (!metrics.some(([m]) => m === selection.metric)) selection.metric = metrics[0]?.[0] ?? 'cpu';
  const clock = ms => new Date(ms).toLocaleTimeString();
  const begins = Math.max(selection.from, data.startMs),
    ends = Math.min(selection.to, data.startMs + data.slots * data.slotMs);
  refill(bar, ...[
    chooser('transactions', data.report.transactions.map(t => t.type)
      .concat(data.types.filter(t => !data.requests.has(t))), () => selection.types,
      types => selection.change({ types })),
    chooser('tiers', data.tiersInOrder.map(s => data.tiers[s]), () => selection.tiers,
      tiers => selection.change({ tiers })),
    el('span', { id: 'range' }, selection.wholeTime ? `whole recording (${duration(data.slots * data.slotMs)})`
      : `${clock(begins)} to ${clock(ends)} (${duration(ends - begins)} in steps of ${duration(data.slotMs)}; `
        + `${selection.options(data)})`),
    metrics.length > 1 ? el('select', { id: 'metric', 'aria-label': 'what is shown',
        onchange: s => selection.change({ metric: s.target.value }) },
      metrics.map(([value, text]) => el('option', { value, selected: selection.metric === value }, text))) : null,
    el('button', { id: 'everything', onclick: () => selection.change({ types: new Set(), tiers: new Set(), from: 0,
        to: Infinity, metric: 'cpu' }) }, 'select everything'),
  ].filter(Boolean));
  for (const [id, scrolled] of open) byId(id).lastChild.scrollTop = scrolled;
}
