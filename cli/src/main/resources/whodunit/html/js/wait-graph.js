// SPDX-License-Identifier: Apache-2.0
/** Who waits for whom: the graph with its knots, an edge's stacks, and where the time of a transaction type goes. */
class WaitGraphView {
  constructor(graphs) {
    this.graphs = graphs;
    this.hasNoSelection = true;
    this.by = Object.keys(graphs).find(by => by === 'transaction' && graphs[by].splits.length) || 'thread';
    this.edge = null;
  }

  render(view) {
    this.view = view;
    this.update();
  }

  update() {
    const g = this.graphs[this.by];
    const choice = el('select', { id: 'waits-by', onchange: e => { this.by = e.target.value; this.edge = null;
        this.update(); } },
      Object.keys(this.graphs).map(by => el('option', { value: by, selected: by === this.by }, by)));
    const box = el('div', { class: 'waits-graph' }, this.picture(g)), before = this.view.querySelector('.waits-graph');
    const scrolled = before && [before.scrollLeft, before.scrollTop];
    refill(this.view,
      el('p', { class: 'note' }, 'An arrow says how much of the time one waits for the other. A knot, filled, waits ',
        'for nothing else: what limits the throughput is there. The whole recording, ',
        el('label', { css: { 'white-space': 'nowrap' } }, 'by ', choice), '.'),
      el('ul', { id: 'waits-findings' }, g.findings.length
        ? g.findings.slice(0, 8).map(f => el('li', {}, shown(f, 300)))
        : el('li', {}, 'no knot: nothing waits for anything else a fifth of the time')),
      box, this.stacks(g), this.splits(g));
    if (scrolled) box.scrollTo(...scrolled);
  }

  picture(g) {
    const svg = d3.create('svg').attr('id', 'waits-svg').attr('width', g.width + 8).attr('height', g.height + 8)
      .attr('role', 'group').attr('aria-label', 'Graph of waits: its arrows');
    const knots = new Set(g.knots.flat());
    svg.append('defs').selectAll('marker').data([['waits-arrow', '#777'], ['waits-tie', '#c8500a']]).join('marker')
      .attr('id', d => d[0]).attr('viewBox', '0 0 8 8').attr('refX', 8).attr('refY', 4).attr('markerWidth', 9)
      .attr('markerHeight', 9).attr('markerUnits', 'userSpaceOnUse').attr('orient', 'auto')
      .append('path').attr('d', 'M0 0.5 8 4 0 7.5z').attr('fill', d => d[1]);
    g.edges.forEach((e, i) => {
      const chosen = this.edge === i;
      const line = svg.append('g').attr('class', 'waits-edge').attr('role', 'button')
        .attr('aria-pressed', String(chosen))
        .attr('aria-label', `${shown(e.from, 80)} waits for ${shown(e.to, 80)}, ${Math.round(100 * e.weight)}%`);
      const points = g.lines[i].map(p => p.join(',')).join(' ');
      line.append('polyline').attr('points', points).attr('fill', 'none').attr('stroke', 'transparent')
        .attr('stroke-width', 12);
      line.append('polyline').attr('points', points).attr('fill', 'none')
        .attr('stroke', e.in_knot ? '#c8500a' : '#777').attr('stroke-width', 1 + 4 * Math.min(1, e.weight))
        .attr('stroke-dasharray', chosen ? '6 3' : null)
        .attr('marker-end', `url(#waits-${e.in_knot ? 'tie' : 'arrow'})`);
      const middle = Math.floor(g.lines[i].length / 2), [a, b] = [g.lines[i][middle - 1], g.lines[i][middle]];
      if (a && b) line.append('text').attr('x', (a[0] + b[0]) / 2 + 4).attr('y', (a[1] + b[1]) / 2)
        .text(`${Math.round(100 * e.weight)}%`);
      pressable(line.node(), () => { this.edge = i; this.update(); });
    });
    g.vertices.forEach((v, i) => {
      const [x, y, width, height] = g.boxes[i];
      svg.append('rect').attr('x', x).attr('y', y).attr('width', width).attr('height', height)
        .attr('rx', v.threads ? 8 : 2).attr('fill', knots.has(v.name) ? '#f6b26b' : '#fff')
        .attr('stroke', knots.has(v.name) ? '#c8500a' : '#6b6f76');
      svg.append('text').attr('class', 'onfill').attr('x', x + 10).attr('y', y + 16)
        .text(shown(v.threads > 1 ? `${v.name} (${v.threads} threads)` : v.name, 60));
      if (v.cpu + v.runnable + v.waiting > 0) svg.append('text').attr('class', 'onfill').attr('x', x + 10)
        .attr('y', y + 30)
        .text(`runs ${Math.round(100 * v.cpu)}%, waits ${Math.round(100 * v.waiting)}%`);
    });
    return svg.node();
  }

  stacks(g) {
    const e = g.edges[this.edge ?? g.edges.findIndex(x => x.in_knot)];
    if (!e) return '';
    const path = (title, frames) => el('div', {}, el('b', {}, title),
      el('ol', {}, frames.length ? frames.map(f => el('li', {}, shown(f, 160)))
        : el('li', {}, '(too short for a stack)')));
    return el('section', { id: 'waits-stacks' },
      el('h2', {}, `${shown(e.from, 80)} waits for ${shown(e.to, 80)}: ${(100 * e.weight).toFixed(1)}% of the time`),
      e.sites.map(s => el('section', {}, el('h3', {}, `${s.kind}, ${(100 * s.share).toFixed(0)}% of it`),
        el('div', { class: 'paths' }, path('waits in, innermost first', s.waiting), path('is woken from', s.waking)))));
  }

  splits(g) {
    if (!g.splits.length) return '';
    const names = { cpu: 'on a processor', runnable: 'ready to run', lock: 'waiting for', disk: 'disk',
      network: 'network', downstream: 'waiting for tier', sleep: 'asleep', other: 'other',
      handover: 'handed over' };
    const kinds = Object.keys(names);
    const colours = [...OKABE_ITO, '#6f6f6f', '#3a6fb5']; // 3:1 against the page, be it light or dark
    const colour = share => colours[kinds.indexOf(share)] ?? NEUTRAL;
    const text = p => `${names[p.share]} ${shown(p.other, 80)}: ${duration(1000 * p.seconds)}`.replace(' :', ':');
    const bar = s => {
      const parts = [...s.parts].sort((a, b) => kinds.indexOf(a.share) - kinds.indexOf(b.share));
      return el('div', { class: 'waits-bar', role: 'img', 'aria-label': parts.map(text).join(', '),
          css: { display: 'flex', height: '14px', width: '480px' } },
        parts.map(p => el('span', { title: text(p), css: { width: `${100 * p.seconds / s.seconds}%`,
            background: colour(p.share) } })));
    };
    return el('section', { id: 'waits-splits' }, el('h2', {}, 'Where the time goes'),
      el('p', {}, kinds.map(k => el('span', { css: { 'margin-right': '12px' } },
        el('span', { css: { display: 'inline-block', width: '10px', height: '10px', 'margin-right': '4px',
            background: colour(k) } }), names[k]))),
      el('table', {}, el('thead', {}, el('tr', {}, ['transaction', 'tier'].map(t => el('th', { class: 'text' }, t)),
          el('th', {}, 'in all'), el('th', { class: 'text' }, 'of which'))),
      el('tbody', {}, g.splits.map(s => el('tr', {}, el('td', { class: 'text' }, shown(s.type, 60)),
        el('td', { class: 'text' }, shown(s.tier, 40)), el('td', {}, duration(1000 * s.seconds)),
        el('td', { class: 'text' }, bar(s)))))));
  }
}
