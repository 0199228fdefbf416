// SPDX-License-Identifier: Apache-2.0
const NODE_WIDTH = 190, NODE_HEIGHT = 34, GRAPH_HEIGHT = 640, STEP = 60;

/** The transactional profile as in the paper's figures: what led to what, a node once per context. */
class GraphView {
  constructor(data) {
    this.data = data;
    this.shares = new GraphShares(data);
    this.short = true;
  }

  /**
   * The server's graph of what is selected, which has nodes that are too small in the whole recording, instead of the
   * page's.
   */
  setGraph(graph) { this.served = graph; }

  render(view) {
    this.view = view;
    const graph = this.served ?? this.shares.selected();
    if (graph !== this.graph) this.least = null;
    this.graph = graph;
    if (!this.graph) return view.replaceChildren(el('p', { class: 'note' }, 'This report holds no transaction graph.'));
    this.least ??= this.startingThreshold();
    const out = el('output', {});
    const slider = el('input', { type: 'range', id: 'graph-least', min: '0', max: '100',
        value: String(this.toSlider(this.least)), 'aria-label': 'minimum share', oninput: s => {
      this.least = this.fromSlider(+s.target.value);
      out.textContent = percent(this.least);
      this.draw();
    } });
    out.textContent = percent(this.least);
    this.count = el('span', { role: 'status', id: 'graph-status' });
    this.box = el('div', {});
    refill(view, el('div', { class: 'controls' },
        el('label', { title: 'Of the samples of its tier, with all that follows from it' }, 'minimum share ', slider),
        out, this.count,
      labelled(el('input', { type: 'checkbox', id: 'graph-short', checked: this.short,
          onchange: c => { this.short = c.target.checked; this.draw(); } }), 'leave out what only passes calls on'),
      el('button', { onclick: () => this.draw() }, 'fit')),
    el('div', { class: 'legend' },
      this.data.tiersInOrder.map(s => el('span', { css: { background: this.data.colour(s) } },
          shown(this.data.tiers[s], 40)))),
    this.box, el('p', { class: 'note' },
      'Thin: calls. Dashed: hand-overs between handlers, SEDA stages or threads. Thick, with two heads: requests to ',
      'another tier and their responses. “3 ›”: calls through three functions that are left out. Wheel zooms, ',
      'dragging moves; so do + and −, and arrow keys; 0 fits.'));
    this.draw();
  }

  update() { this.render(this.view); }

  // the slider is finer where shares are small
  toSlider(pct) { return 100 * Math.sqrt((pct - this.graph.min_pct) / (20 - this.graph.min_pct)); }
  fromSlider(x) { return this.graph.min_pct + (20 - this.graph.min_pct) * (x / 100) ** 2; }

  /** So that about 40 nodes are shown. */
  startingThreshold() {
    const shares = this.graph.nodes.map(n => n.total_pct).sort((a, b) => b - a);
    return Math.min(20, Math.max(this.graph.min_pct, shares[Math.min(shares.length - 1, 40)] || 0));
  }

  /** Nodes above the threshold with all that led to them. */
  kept() {
    const parent = new Map(this.graph.edges.map(e => [e.to, e]));
    const nodes = new Map(this.graph.nodes.map(n => [n.id, n]));
    const keep = new Set();
    for (const n of this.graph.nodes) {
      if (n.total_pct < this.least || !selection.hasTier(n.tier)) continue;
      if (selection.types.size && ![...this.line(n, parent, nodes)].some(m => selection.types.has(m.name))) continue;
      for (const m of this.line(n, parent, nodes)) keep.add(m.id);
    }
    return { keep, parent, nodes };
  }

  * line(n, parent, nodes) {
    for (let m = n; m; m = nodes.get(parent.get(m.id)?.from)) yield m;
  }

  draw() {
    if (!this.graph) return;
    const { keep, parent, nodes } = this.kept();
    const root = { id: '', children: [] };
    const made = new Map([['', root]]);
    const kept = this.graph.nodes.filter(n => keep.has(n.id));
    for (const n of kept) made.set(n.id, { ...n, via: parent.get(n.id)?.kind, children: [] });
    for (const n of kept) made.get(parent.get(n.id)?.from ?? '').children.push(made.get(n.id));
    if (this.short) root.children = root.children.map(c => this.shortened(c));
    const tree = d3.tree().nodeSize([NODE_HEIGHT + 8, NODE_WIDTH + 60])(d3.hierarchy(root));
    const all = tree.descendants().slice(1), links = tree.links().filter(l => l.source.depth > 0);
    const svg = d3.create('svg').attr('class', 'graph').attr('id', 'graph').attr('role', 'application')
      .attr('tabindex', 0).attr('aria-label', 'Transaction graph; plus and minus zoom, arrow keys move, 0 fits');
    const g = svg.append('g');
    this.edges(svg, g, links);
    this.nodes(g, all);
    const zoom = d3.zoom().scaleExtent([0.05, 3]).on('zoom', e => g.attr('transform', e.transform));
    svg.call(zoom).on('keydown', e => { if (this.key(svg, zoom, all, e.key)) e.preventDefault(); });
    refill(this.box, svg.node());
    this.fit(svg, zoom, all);
    this.count.textContent = `${all.length} of ${this.graph.nodes.length} nodes`;
  }

  /** Without procedures that do little themselves and call one other only; that one's "through" counts them. */
  shortened(node) {
    let n = node, through = 0;
    while (n.kind === 'procedure' && n.cpu_pct < this.least && n.children.length === 1 && n.children[0].via === 'call'
      && n.children[0].tier === n.tier) {
      n = n.children[0];
      through++;
    }
    return { ...n, via: node.via, through, children: n.children.map(c => this.shortened(c)) };
  }

  edges(svg, g, links) {
    svg.append('defs').append('marker').attr('id', 'head').attr('viewBox', '0 0 8 8').attr('refX', 7).attr('refY', 4)
      .attr('markerUnits', 'userSpaceOnUse').attr('markerWidth', 9).attr('markerHeight', 9)
      .attr('orient', 'auto-start-reverse')
      .append('path').attr('d', 'M0,0L8,4L0,8z').attr('fill', 'currentColor');
    const way = d3.linkHorizontal().source(l => [l.source.y + NODE_WIDTH, l.source.x])
      .target(l => [l.target.y, l.target.x]);
    g.selectAll('path').data(links).join('path').attr('d', way).attr('fill', 'none').attr('stroke', 'currentColor')
      .attr('stroke-width', l => l.target.data.via === 'request' ? 3 : 1.2).attr('stroke-opacity', 0.6)
      .attr('stroke-dasharray', l => l.target.data.via === 'flow' ? '5 4' : null).attr('marker-end', 'url(#head)')
      .attr('marker-start', l => l.target.data.via === 'request' ? 'url(#head)' : null);
  }

  nodes(g, all) {
    const tier = n => this.data.tiers.indexOf(n.data.tier);
    const node = g.selectAll('g').data(all).join('g')
      .attr('transform', n => `translate(${n.y},${n.x - NODE_HEIGHT / 2})`);
    node.append('rect').attr('width', NODE_WIDTH).attr('height', NODE_HEIGHT)
      .attr('rx', n => n.data.kind === 'procedure' ? 3 : 12)
      .attr('fill', n => d3.interpolateRgb('#fff', this.data.colour(tier(n)))(
          0.35 + 0.65 * Math.sqrt(Math.min(1, n.data.total_pct / 100)))) // the same below dark text in both schemes
      .attr('stroke', 'currentColor').attr('stroke-opacity', 0.5);
    node.append('text').attr('class', 'onfill').attr('x', 7).attr('y', 14).attr('font-weight', 600)
      .text(n => { const name = shown(n.data.name); return name.length > 26 ? `…${name.slice(-25)}` : name; });
    node.append('text').attr('class', 'onfill').attr('x', 7).attr('y', 28)
      .text(n => n.data.cpu_pct < 0.005 ? percent(n.data.total_pct)
        : `${percent(n.data.cpu_pct)} of ${percent(n.data.total_pct)}`);
    node.filter(n => n.data.through > 0).append('text').attr('x', -6).attr('y', 10).attr('text-anchor', 'end')
      .text(n => `${n.data.through} ›`);
    node.append('title').text(n => [shown(n.data.name), `${shown(n.data.tier, 60)}, ${n.data.kind}`,
      `self ${percent(n.data.cpu_pct)}, total ${percent(n.data.total_pct)}`, shown(n.data.context)].join('\n'));
  }

  key(svg, zoom, all, key) {
    const way = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[key];
    const k = d3.zoomTransform(svg.node()).k;
    if (way) svg.call(zoom.translateBy, way[0] / k, way[1] / k);
    else if (key === '+' || key === '=') svg.call(zoom.scaleBy, 1.3);
    else if (key === '-') svg.call(zoom.scaleBy, 1 / 1.3);
    else if (key === '0') this.fit(svg, zoom, all);
    else return false;
    return true;
  }

  fit(svg, zoom, all) {
    if (!all.length) return;
    const [top, bottom] = d3.extent(all, n => n.x), [left, right] = d3.extent(all, n => n.y);
    const width = this.box.clientWidth;
    const k = Math.min(1, width / (right - left + NODE_WIDTH + 40), GRAPH_HEIGHT / (bottom - top + NODE_HEIGHT + 40));
    svg.call(zoom.transform, d3.zoomIdentity.translate(20 - left * k, GRAPH_HEIGHT / 2 - (top + bottom) / 2 * k)
      .scale(k));
  }
}
