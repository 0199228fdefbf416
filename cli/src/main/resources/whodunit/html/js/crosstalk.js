// SPDX-License-Identifier: Apache-2.0
/** Who makes whom wait: a heat map of waiters by holders; a cell opens into its sites, call paths and histogram. */
class CrosstalkView {
  constructor(data) {
    this.data = data;
    this.pair = null;
    this.site = 0;
  }

  selected() {
    return selection.sums(this.data).crosstalk.filter(r => selection.hasTier(r.tier)
      && (selection.hasType(r.waiter) || selection.hasType(r.holder)));
  }

  render(view) {
    this.view = view;
    this.update();
  }

  update() {
    const rows = this.selected();
    if (!rows.length) return this.view.replaceChildren(el('p', { class: 'note' },
        'No waits of transactions for transactions were recorded here.'));
    const cells = d3.rollup(rows, g => d3.sum(g, r => r.total_ms), r => r.waiter, r => r.holder);
    const names = key => [...d3.rollup(rows, g => d3.sum(g, r => r.total_ms), r => r[key])].sort((a, b) => b[1] - a[1])
      .map(n => n[0]);
    const waiters = names('waiter'), holders = names('holder');
    const most = d3.max([...cells.values()].flatMap(m => [...m.values()]));
    if (!this.pair || !cells.get(this.pair[0])?.has(this.pair[1])) {
      const top = d3.greatest(rows, r => cells.get(r.waiter).get(r.holder));
      this.pair = [top.waiter, top.holder];
      this.site = 0;
    }
    const cell = (w, h) => {
      const ms = cells.get(w)?.get(h);
      if (!ms) return el('td', {});
      const chosen = this.pair[0] === w && this.pair[1] === h;
      const td = pressable(el('td', { title: `${shown(w, 80)} waited ${duration(ms)} for ${shown(h, 80)}`,
          'aria-selected': String(chosen), css: { background: heat(ms / most) } }, duration(ms)),
        () => { this.pair = [w, h]; this.site = 0; this.update(); });
      td.tabIndex = chosen ? 0 : -1;
      return td;
    };
    const { of } = selection.sums(this.data);
    refill(this.view,
      el('p', { class: 'note' },
        'Waiters are rows, holders columns: the time waited for locks. Waits are of ',
        of ? `${seconds(of)}: all files that overlap the chosen time.` : 'the whole recording.'),
      el('div', { class: 'heatbox' }, el('table', { class: 'heat', id: 'heat', role: 'grid',
          'aria-label': 'Waiters by holders', onkeydown: goInGrid },
        el('thead', {}, el('tr', {}, el('th', { class: 'text' }, 'waiter \\ holder'),
            holders.map(h => el('th', { scope: 'col', title: shown(h) }, shown(h, 26))))),
        el('tbody', {}, waiters.map(w => el('tr', {},
            el('th', { class: 'text', scope: 'row', title: shown(w) }, shown(w, 60)),
            holders.map(h => cell(w, h))))))),
      this.drill(rows.filter(r => r.waiter === this.pair[0] && r.holder === this.pair[1])), this.without());
  }

  drill(rows) {
    const row = rows[this.site] || rows[0];
    const pick = (r, i) => {
      const chosen = i === this.site, site = el('span', {}, shown(r.site, 120));
      return chooserRow(el('tr', { class: `pick${chosen ? ' chosen' : ''}` },
        el('td', { class: 'text' }, shown(r.tier, 40)), el('td', { class: 'text' }, site),
        el('td', {}, String(r.count)), el('td', {}, duration(r.mean_ms)), el('td', {}, duration(r.p50_ms)),
        el('td', {}, duration(r.p99_ms)), el('td', {}, duration(r.max_ms)), el('td', {}, duration(r.total_ms))),
        site, chosen, () => { this.site = i; this.update(); });
    };
    const path = row.paths[0] || { waiter_path: [], holder_path: [] };
    return el('section', { id: 'sites' },
      el('h2', {}, `${shown(this.pair[0], 80)} waits for `,
        this.pair[0] === this.pair[1] ? 'others of its type' : shown(this.pair[1], 80)),
      el('table', {}, el('thead', {}, el('tr', {}, ['tier', 'where'].map(t => el('th', { class: 'text' }, t)),
          ['waits', 'mean', 'p50', 'p99', 'longest', 'in all'].map(t => el('th', {}, t)))),
      el('tbody', {}, rows.map(pick))),
      el('h3', {}, 'how long'), this.histogram(row.log2_ns),
      el('h3', {}, `call paths of ${path.count ?? 0} of ${row.count} waits`),
      el('div', { class: 'paths' }, this.path('the waiter stands in', path.waiter_path),
        this.path('the holder lets go in', path.holder_path)));
  }

  path(title, frames) {
    const tiers = new Set(this.data.tiers.map(s => `[${s}]`));
    return el('div', {}, el('b', {}, title), el('ol', {},
        frames.map(f => el('li', { class: tiers.has(f) ? 'tier-edge' : null }, shown(f)))));
  }

  histogram(log2) {
    const first = Math.max(0, log2.findIndex(n => n > 0)), shownBins = log2.slice(first);
    const width = 46, height = 90, most = Math.max(1, ...log2);
    const svg = d3.create('svg').attr('width', Math.max(1, shownBins.length) * width).attr('height', height + 34)
      .attr('role', 'img').attr('aria-label', 'Histogram of waits by their length');
    shownBins.forEach((n, i) => {
      const h = n / most * height, x = i * width;
      svg.append('rect').attr('x', x + 2).attr('y', height - h + 14).attr('width', width - 4).attr('height', h)
        .attr('fill', OKABE_ITO[1]);
      if (n) svg.append('text').attr('x', x + width / 2).attr('y', height - h + 10).attr('text-anchor', 'middle')
        .text(n);
      svg.append('text').attr('x', x + width / 2).attr('y', height + 28).attr('text-anchor', 'middle')
        .text(duration(2 ** (first + i) / 1e6));
    });
    return svg.node();
  }

  without() {
    const rows = selection.sums(this.data).without.filter(r => selection.hasTier(r.tier)
      && selection.hasType(r.waiter));
    if (!rows.length) return '';
    return el('section', {}, el('h2', {}, 'Waits that no transaction ended'),
      el('table', {}, el('thead', {}, el('tr', {}, ['waiter', 'why', 'where'].map(t => el('th', { class: 'text' }, t)),
          el('th', {}, 'waits'), el('th', {}, 'in all'))),
      el('tbody', {}, rows.slice(0, 20).map(r => el('tr', {}, [r.waiter, r.holder, r.site]
          .map(t => el('td', { class: 'text' }, shown(t, 100))), el('td', {}, String(r.count)),
          el('td', {}, duration(r.total_ms)))))));
  }
}

/** Arrow keys go from cell to cell of a grid, past what is empty. */
function goInGrid(e) {
  const way = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[e.key];
  const from = e.target.closest('td');
  if (!way || !from) return;
  e.preventDefault();
  const rows = from.closest('table').rows;
  let row = from.parentElement.rowIndex, column = from.cellIndex, cell;
  do {
    row += way[0];
    column += way[1];
    cell = rows[row]?.cells[column];
  } while (cell?.tagName === 'TD' && !cell.hasAttribute('aria-selected'));
  if (cell?.tagName === 'TD') cell.focus();
}
