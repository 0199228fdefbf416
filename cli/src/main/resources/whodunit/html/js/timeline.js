// SPDX-License-Identifier: Apache-2.0
const LANE = 130;
const TYPES_SHOWN = 6;

/** Load over the recording, a lane per tier, by transaction type; dragging chooses a range of time for all views. */
class TimelineView {
  constructor(data) { this.data = data; }

  /** Per tier: types by load, and for each slot the load in cores of each. */
  load() {
    const d = this.data;
    const top = d.leading.filter(t => selection.hasType(d.types[t])).slice(0, TYPES_SHOWN);
    const series = top.length + 1;
    const lanes = d.tiers.map(() => Array.from({ length: series }, () => new Float64Array(d.slots)));
    for (let e = 0; e < d.size; e++) {
      if (!selection.hasType(d.types[d.type[e]])) continue;
      const at = top.indexOf(d.type[e]);
      const lane = lanes[d.tier[e]][at < 0 ? top.length : at];
      for (let i = d.timesFrom[e]; i < d.timesFrom[e + 1]; i++)
        lane[d.slotOf[i]] += d.countOf[i] * d.msPerSample[e] / d.slotMs;
    }
    return { top, lanes };
  }

  render(view) {
    this.view = view;
    this.update();
  }

  update() {
    const d = this.data, { top, lanes } = this.load();
    if (!d.slots) return refill(this.view, el('p', { class: 'note' }, 'Nothing was sampled.'));
    const tiers = d.tiersInOrder.filter(s => selection.hasTier(d.tiers[s]));
    const width = this.view.clientWidth, left = 48, height = tiers.length * LANE + 24;
    const x = d3.scaleTime([new Date(d.startMs), new Date(d.startMs + d.slots * d.slotMs)], [left, width - 4]);
    const svg = d3.create('svg').attr('width', width).attr('height', height).attr('id', 'timeline').attr('role', 'img')
      .attr('aria-label', 'Load of each tier over time');
    tiers.forEach((s, i) => this.lane(svg, lanes[s], top, x, i * LANE,
        `${shown(d.tiers[s], 60)}: ${d.metricLoad(s)}`));
    svg.append('g').attr('transform', `translate(0,${tiers.length * LANE})`).call(d3.axisBottom(x).ticks(width / 120));
    this.brush(svg, x, left, width, tiers.length * LANE);
    const legend = el('div', { class: 'legend' },
      top.map((t, i) => el('span', { css: { background: typeColour(d.rankOfType[t]) } }, shown(d.types[t], 40))),
      el('span', { css: { background: NEUTRAL } }, 'all others'));
    refill(this.view, el('div', { class: 'controls' },
        el('span', {}, 'Drag to choose a range of time for all views, or say it:'),
      this.second('from', d.slotAt(selection.from)), this.second('to', d.slotAt(selection.to)), el('span', {}, 's'),
      el('button', { id: 'timeline-all', onclick: () => selection.change({ from: 0, to: Infinity }) },
        'whole recording')), legend, svg.node());
  }

  /** A field for one end of the range, in seconds as --since and --until have them. */
  second(end, slot) {
    const d = this.data, origin = d.startMs - d.nanosOf(0) / 1e6;
    const value = +(d.nanosOf(slot) / 1e9).toFixed(3);
    return el('label', {}, `${end} `, el('input', { type: 'number', id: `timeline-${end}`, value, step: 'any',
        onchange: i => {
      const whole = end === 'from' ? 0 : Infinity, s = i.target.valueAsNumber;
      selection[end] = Number.isFinite(s) ? Math.max(1, origin + 1000 * s) : whole;
      selection.snap(d);
      setTimeout(() => selection.change({})); // once Tab has gone on, to what is made anew
    } }));
  }

  lane(svg, lane, top, x, y, title) {
    const d = this.data;
    const sums = Float64Array.from({ length: d.slots }, (_, i) => lane.reduce((sum, l) => sum + l[i], 0));
    const scale = d3.scaleLinear([0, Math.max(0.01, d3.max(sums) || 0)], [y + LANE - 12, y + 18]).nice(3);
    const base = new Float64Array(d.slots);
    lane.forEach((values, series) => {
      const from = base.slice();
      values.forEach((v, i) => { base[i] += v; });
      const area = d3.area().curve(d3.curveStepAfter).x(i => x(d.startMs + i * d.slotMs))
        .y0(i => scale(i < d.slots ? from[i] : from[d.slots - 1]))
        .y1(i => scale(i < d.slots ? base[i] : base[d.slots - 1]));
      svg.append('path').attr('d', area(d3.range(d.slots + 1)))
        .attr('fill', series < top.length ? typeColour(d.rankOfType[top[series]]) : NEUTRAL);
    });
    svg.append('g').attr('transform', `translate(46,0)`).call(d3.axisLeft(scale).ticks(3));
    svg.append('text').attr('x', 54).attr('y', y + 12).attr('font-weight', 600).text(title);
  }

  brush(svg, x, left, width, height) {
    const d = this.data;
    const brush = d3.brushX().extent([[left, 0], [width - 4, height]]).on('end', e => {
      if (!e.sourceEvent) return;
      if (!e.selection) return selection.change({ from: 0, to: Infinity });
      const slot = p => (x.invert(p) - d.startMs) / d.slotMs;
      const from = Math.max(0, Math.round(slot(e.selection[0]))),
        to = Math.min(d.slots, Math.round(slot(e.selection[1])));
      if (to > from) selection.change({ from: from === 0 ? 0 : d.startMs + from * d.slotMs,
          to: to === d.slots ? Infinity : d.startMs + to * d.slotMs });
    });
    const g = svg.append('g').attr('class', 'brush').call(brush);
    if (!selection.wholeTime) g.call(brush.move, [selection.from, selection.to]
      .map(ms => x(d.startMs + d.slotAt(ms) * d.slotMs)));
  }
}
