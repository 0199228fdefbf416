'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const ROW = 18;
// Okabe-Ito, which colour-blind people can tell apart: one colour per tier, own tints for the kernel and boundaries
const TIERS = ['#56b4e9', '#e69f00', '#009e73', '#f0e442', '#cc79a7', '#d55e00'];
const KERNEL = '#bbbbbb';
const stageNames = [...new Set(data.samples.map(s => s.s).concat(data.stages.map(s => s.name)))];
const colour = name => TIERS[Math.max(0, stageNames.indexOf(name)) % TIERS.length];
const number = x => x == null ? '' : x.toFixed(2);

function totals() {
  const t = {};
  for (const s of data.stages) t[s.name] = (t[s.name] || 0) + s.cpu_ms;
  return t;
}

function table() {
  const total = totals();
  const stages = Object.keys(total).sort((a, b) => total[b] - total[a]);
  d3.select('#stages').text(data.stages.map(s =>
    `${s.name} (${s.kind}): ${s.samples} samples, ${(s.cpu_ms / 1000).toFixed(1)} s of CPU, ${s.engine}`).join('   |   '));
  const head = d3.select('#table').append('thead').append('tr');
  if (data.rows) return rows(head);
  head.append('th').text('transaction');
  head.append('th').text('requests');
  for (const s of stages) {
    head.append('th').text(`${s}: share of CPU`);
    head.append('th').text('ms per request');
  }
  const body = d3.select('#table').append('tbody');
  const cells = (row, of, requests) => {
    for (const s of stages) {
      const c = of(s);
      row.append('td').attr('class', 'share').style('--w', c ? `${c.cpu_pct}%` : '0').text(c ? `${number(c.cpu_pct)} %` : '');
      row.append('td').text(c && requests ? number(c.cpu_ms / requests) : '');
    }
  };
  for (const t of data.transactions) {
    const row = body.append('tr').attr('class', 'type').datum(t.type).on('click', () => choose(t.type));
    row.append('td').text(t.type);
    row.append('td').text(t.requests || '');
    cells(row, s => t.stages[s], t.requests);
  }
  const reasons = new Set(Object.values(data.unattributed).flatMap(r => Object.keys(r)));
  for (const reason of reasons) {
    const row = body.append('tr').attr('class', 'reason');
    row.append('td').text(`(${reason})`);
    row.append('td');
    cells(row, s => (data.unattributed[s] || {})[reason], 0);
  }
}

// report --by stage, --by context
function rows(head) {
  for (const name of ['stage', 'transaction', 'share of CPU', 'CPU ms', 'samples'].concat(data.by === 'context' ? ['context'] : []))
    head.append('th').text(name);
  const body = d3.select('#table').append('tbody');
  for (const r of data.rows) {
    const row = body.append('tr').attr('class', 'type').datum(r.transaction).on('click', () => choose(r.transaction));
    row.append('td').text(r.stage);
    row.append('td').text(r.transaction);
    row.append('td').attr('class', 'share').style('--w', `${r.cpu_pct}%`).text(`${number(r.cpu_pct)} %`);
    row.append('td').text(number(r.cpu_ms));
    row.append('td').text(r.samples);
    if (r.context) row.append('td').text(r.context.join(' > '));
  }
}

function option(id, all, values) {
  const select = d3.select(id).on('change', draw);
  select.append('option').attr('value', '').text(all);
  for (const v of values) select.append('option').attr('value', v).text(v);
}

function choose(type) {
  document.getElementById('transaction').value = type;
  draw();
}

// frames keep the tier in which they stand: the one whose boundary came last
function tree(samples) {
  const root = { name: 'all', children: new Map(), value: 0, tier: '', kind: 'B' };
  for (const s of samples) {
    let node = root, tier = '';
    node.value += s.ms;
    const step = (name, kind) => {
      let next = node.children.get(name);
      if (!next) node.children.set(name, next = { name, kind, tier, children: new Map(), value: 0 });
      next.value += s.ms;
      node = next;
    };
    step(s.t, 'T');
    for (const f of s.f) {
      const kind = data.kinds[f];
      if (kind === 'B') tier = data.frames[f].slice(1, -1);
      step(data.frames[f], kind);
    }
  }
  return root;
}

let zoomed = null;

function draw() {
  const type = document.getElementById('transaction').value, stage = document.getElementById('stage').value;
  d3.selectAll('#table tr').classed('chosen', t => t && t === type);
  const samples = data.samples.filter(s => (!type || s.t === type) && (!stage || s.s === stage));
  const root = d3.hierarchy(tree(samples), n => [...n.children.values()]).each(n => { n.value = n.data.value; });
  root.sort((a, b) => b.value - a.value);
  d3.partition().size([1, root.height + 1])(root);
  zoomed = root;
  paint(root);
}

function paint(root) {
  const width = document.getElementById('flame').clientWidth;
  const query = document.getElementById('search').value.toLowerCase();
  const from = zoomed.x0, span = zoomed.x1 - zoomed.x0 || 1;
  const x = v => Math.max(0, Math.min(1, (v - from) / span)) * width;
  const shown = root.descendants().filter(n => x(n.x1) - x(n.x0) > 0.6);
  const total = root.value || 1;
  d3.select('#flame svg').remove();
  const height = (d3.max(shown, n => n.depth) + 1) * ROW;
  const svg = d3.select('#flame').append('svg').attr('viewBox', `0 0 ${width} ${height}`).attr('height', height);
  const g = svg.selectAll('g').data(shown).join('g').attr('transform', n => `translate(${x(n.x0)},${n.depth * ROW})`);
  const found = n => query && n.data.name.toLowerCase().includes(query);
  g.append('rect').attr('width', n => x(n.x1) - x(n.x0)).attr('height', ROW - 1)
    .attr('fill', n => found(n) ? '#ff00aa' : n.data.kind === 'K' ? KERNEL : n.data.kind === 'T' || !n.depth ? '#dddddd' : colour(n.data.tier))
    .attr('fill-opacity', n => n.data.kind === 'B' ? 1 : 0.72)
    .on('click', (e, n) => { zoomed = n; paint(root); })
    .append('title').text(n => `${n.data.name}\n${(n.value / 1000).toFixed(2)} s of CPU, ${(100 * n.value / total).toFixed(2)} %`);
  g.append('text').attr('x', 3).attr('y', ROW - 6).text(n => {
    const room = Math.floor((x(n.x1) - x(n.x0) - 6) / 6.2);
    return room < 3 ? '' : n.data.name.length > room ? '…' + n.data.name.slice(1 - room) : n.data.name;
  });
  const hits = d3.sum(root.descendants().filter(n => found(n) && !n.ancestors().slice(1).some(found)), n => n.value);
  d3.select('#status').text(query ? `${(100 * hits / total).toFixed(2)} % of ${(total / 1000).toFixed(1)} s match` : `${(total / 1000).toFixed(1)} s of CPU`);
  d3.select('#search').on('input', () => paint(root));
  d3.select('#reset').on('click', () => { zoomed = root; paint(root); });
}

table();
option('#transaction', 'all', data.transactions.map(t => t.type));
option('#stage', 'all', stageNames);
d3.select('#legend').selectAll('span').data(stageNames).join('span').style('background', colour).text(s => s);
d3.select('#legend').append('span').style('background', KERNEL).text('kernel');
draw();
window.addEventListener('resize', draw);
