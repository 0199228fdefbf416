// SPDX-License-Identifier: Apache-2.0
const KEYS_REST_MS = 60;

/** The end-to-end flame graph: stacks run through all tiers. */
class FlameView {
  constructor(data) {
    this.data = data;
    this.options = { byType: true, invert: false, collapse: false, focus: null };
    this.zoomed = 0;
    this.selected = 0;
    this.query = '';
  }

  /** Trees keep their form while only the selection changes. */
  tree() {
    const wait = selection.metric === 'wait';
    const key = JSON.stringify([wait, this.options]);
    if (this.treeKey !== key) {
      this.source = wait ? new CrosstalkPaths(this.data) : this.data;
      this.callTree = new CallTree(this.source, this.options);
      this.treeKey = key;
      this.zoomed = this.selected = 0;
    }
    this.weights = wait ? this.source.weights() : selection.weights(this.data, { metric: selection.metric });
    return this.callTree.weigh(this.weights);
  }

  render(view) {
    const box = (name, text) => labelled(el('input', { type: 'checkbox', id: `flame-${name}`,
        checked: this.options[name], onchange: c => this.set({ [name]: c.target.checked }) }), text);
    this.search = el('input', { type: 'search', id: 'flame-search', placeholder: 'find a function  ( / )',
        'aria-label': 'find a function', value: this.query,
        oninput: i => { this.query = i.target.value; this.paint(); } });
    this.status = el('span', { role: 'status', id: 'flame-status' });
    this.focusNote = el('span', {});
    this.canvas = el('canvas', { tabindex: '0', id: 'flame-canvas', role: 'application',
        'aria-label': 'Flame graph; arrow keys move, Enter zooms, f focuses, Escape goes back' });
    this.details = el('div', { class: 'panel', id: 'flame-details', 'aria-live': 'polite' });
    const legend = el('div', { class: 'legend' },
      this.data.tiersInOrder.map(s => el('span', { css: { background: this.data.colour(s) } },
          shown(this.data.tiers[s], 40))),
      el('span', { css: { background: KERNEL } }, 'kernel'));
    view.replaceChildren(
      el('div', { class: 'controls' }, this.search, box('byType', 'by transaction'),
        box('invert', 'callers (inverted)'), box('collapse', 'collapse recursion'),
        el('button', { id: 'flame-reset', onclick: () => { this.zoomed = 0; this.paint(); } }, 'whole graph'),
        this.focusNote, this.status),
      legend, this.canvas,
      el('p', { class: 'note' },
        'Click zooms, f or double click focuses on a function in all contexts. Arrow keys move, Enter zooms, ',
        'Escape goes back. A dark edge is where a request enters a tier.'),
      this.details);
    this.painter = new FlameCanvas(this.canvas);
    this.listen();
    this.update();
  }

  set(options) {
    const root = { ...this.options, ...options };
    this.options = root;
    this.update();
  }

  update() {
    this.current = this.tree();
    if (this.current.total[this.zoomed] <= 0) this.zoomed = 0;
    if (this.current.total[this.selected] <= 0) this.selected = 0;
    this.focusNote.replaceChildren(...(this.options.focus == null
        ? [] : [el('b', {}, `only ${this.options.invert ? 'callers of' : 'below'} ${shown(this.options.focus, 60)} `),
      el('button', { id: 'flame-unfocus', onclick: () => this.set({ focus: null }) }, 'all functions')]));
    this.layout = this.searched = this.described = null;
    this.paint();
  }

  paint() {
    const t = this.current, width = this.canvas.clientWidth;
    const key = `${this.zoomed},${width}`;
    if (!this.layout || this.layoutKey !== key) this.layout = layoutFlame(t, this.zoomed, width);
    this.layoutKey = key;
    if (this.searched !== this.query) this.hits = this.query ? t.find(this.query) : null;
    this.searched = this.query;
    const hits = this.hits;
    this.painter.draw(t, this.layout, { selected: this.selected, found: hits?.found });
    const { of } = selection.sums(this.data);
    const unit = selection.metric === 'wait' ? (of ? `waiting from ${seconds(of)}` : 'waiting')
      : METRIC_NAMES[selection.metric];
    this.status.textContent = hits
      ? `${percent(100 * hits.weight / (t.total[0] || 1))} of ${duration(t.total[0])} in ${hits.nodes} places match`
      : `${duration(t.total[0])} of ${unit}`;
    if (this.described !== this.selected) this.describe();
    this.described = this.selected;
    this.details.setAttribute('aria-busy', 'false');
  }

  describe() {
    const t = this.current, n = this.selected, all = t.total[0] || 1;
    const of = x => `${duration(x)}, ${percent(100 * x / all)}`;
    const tier = t.tierOf[n];
    const perType = new Map();
    const weights = this.weights;
    const within = new Uint8Array(t.size);
    for (let i = n; i < t.size; i++) within[i] = i === n || within[t.parent[i]] ? 1 : 0;
    for (let e = 0; e < weights.length; e++)
      if (t.leaf[e] >= 0 && within[t.leaf[e]] && weights[e])
        perType.set(t.source.type[e], (perType.get(t.source.type[e]) || 0) + weights[e]);
    const rows = [...perType].sort((a, b) => b[1] - a[1]).slice(0, 6);
    this.details.replaceChildren(
      el('div', {}, el('h3', {}, shown(t.name(n))), el('dl', {},
        el('dt', {}, 'self'), el('dd', {}, of(t.self[n])), el('dt', {}, 'total'), el('dd', {}, of(t.total[n])),
        el('dt', {}, 'tier'), el('dd', {}, tier < 0 ? '–' : shown(t.source.tiers[tier])),
        t.place(n) ? [el('dt', {}, 'source'), el('dd', { id: 'flame-source' }, shown(t.place(n), 120))] : [],
        el('dt', {}, 'called from'), el('dd', {}, t.ancestors(n).slice(-4).filter(a => a > 0)
          .map(a => shown(t.name(a), 60)).reverse().join(' ‹ ') || '–')),
      n > 0 && !t.isType(n) ? el('button', { id: 'flame-focus', onclick: () => this.set({ focus: t.name(n) }) },
        'focus on it in all contexts') : null),
      el('div', {}, el('h3', {}, 'on behalf of'), el('table', {}, el('tbody', {}, rows.map(([type, w]) => el('tr', {},
        el('td', { class: 'text' }, shown(t.source.types[type], 80)),
        el('td', { class: 'share', css: { '--w': `${100 * w / (t.total[n] || 1)}%` } },
          percent(100 * w / (t.total[n] || 1)))))))));
  }

  listen() {
    const c = this.canvas;
    const at = e => {
      const b = c.getBoundingClientRect();
      return this.painter.at(e.clientX - b.left, e.clientY - b.top);
    };
    c.addEventListener('mousemove', e => {
      const n = at(e);
      if (n < 0) return tip.hide();
      const t = this.current;
      const of = weight => percent(100 * weight / (t.total[0] || 1));
      const lines = [shown(t.name(n)), `${duration(t.total[n])}, ${of(t.total[n])}; self ${of(t.self[n])}`];
      if (t.place(n)) lines.splice(1, 0, shown(t.place(n), 120));
      if (t.tierOf[n] >= 0) lines.push(shown(t.source.tiers[t.tierOf[n]]));
      tip.show(e, lines.join('\n'));
    });
    c.addEventListener('mouseleave', () => tip.hide());
    c.addEventListener('click', e => {
      const n = at(e);
      if (n >= 0) { this.selected = this.zoomed = n; this.paint(); }
    });
    c.addEventListener('dblclick', e => {
      const n = at(e);
      if (n > 0 && !this.current.isType(n)) this.set({ focus: this.current.name(n) });
    });
    c.addEventListener('keydown', e => { if (this.key(e)) e.preventDefault(); });
  }

  /** Selects a node at once; what is said of it follows when the keys rest, since that takes longer than a frame. */
  move(node) {
    this.painter.reselect(node);
    this.selected = node;
    this.details.setAttribute('aria-busy', 'true');
    clearTimeout(this.resting);
    this.resting = setTimeout(() => { if (this.canvas.isConnected) this.paint(); }, KEYS_REST_MS);
  }

  key(e) {
    const t = this.current, n = this.selected;
    const siblings = () => [...t.order.subarray(t.from[t.parent[n]], t.from[t.parent[n] + 1])]
      .filter(s => t.total[s] > 0);
    const move = m => { this.move(m ?? n); return true; };
    switch (e.key) {
      case 'ArrowDown': 
        return move(t.from[n + 1] > t.from[n] && t.total[t.order[t.from[n]]] > 0 ? t.order[t.from[n]] : undefined);
      case 'ArrowUp': return move(t.parent[n]);
      case 'ArrowRight': case 'ArrowLeft': {
        if (n === 0) return true;
        const all = siblings();
        return move(all[all.indexOf(n) + (e.key === 'ArrowRight' ? 1 : -1)]);
      }
      case 'Enter': this.zoomed = n; this.paint(); return true;
      case 'Escape':
        if (this.zoomed > 0) { this.zoomed = t.parent[this.zoomed]; this.paint(); }
        else if (this.options.focus != null) this.set({ focus: null });
        return true;
      case 'f': if (n > 0 && !t.isType(n)) this.set({ focus: t.name(n) }); return true;
      case 'i': this.set({ invert: !this.options.invert }); byId('flame-invert').checked = this.options.invert;
        return true;
      case '/': this.search.focus(); return true;
      default: return false;
    }
  }
}
