// SPDX-License-Identifier: Apache-2.0
/** The tiers in the order in which requests pass them, each with its load and whose it is. */
function tierChain(data) {
  const weights = selection.weights(data, { anyType: true, anyTier: true });
  const byTier = data.tiers.map(() => new Map());
  for (let e = 0; e < data.size; e++)
    byTier[data.tier[e]].set(data.type[e], (byTier[data.tier[e]].get(data.type[e]) || 0) + weights[e]);
  const seconds = (data.slotAt(selection.to) - data.slotAt(selection.from)) * data.slotMs / 1000;
  const chain = el('div', { class: 'tiers' });
  data.tiersInOrder.forEach((s, i) => {
    const before = data.tiersInOrder[i - 1];
    if (i > 0) chain.append(el('div', { class: 'arrow' }, el('b', {}, data.calls.has(`${before},${s}`) ? '→' : '·')));
    const rank = type => data.rankOfType[type];
    const types = [...byTier[s]].filter(([, w]) => w > 0).sort((a, b) => (rank(a[0]) < 0) - (rank(b[0]) < 0)
      || b[1] - a[1]);
    const total = types.reduce((sum, t) => sum + t[1], 0);
    const info = data.report.processes.filter(p => p.name === data.tiers[s]);
    const busy = seconds > 0 ? `, ${number(total / 1000 / seconds)} ${data.metricLoad(s)}` : '';
    const text = ([type, w]) => `${shown(data.types[type], 80)}: ${percent(100 * w / total)}`;
    const part = ([type, w]) => el('span', { title: text([type, w]),
      css: { width: `${100 * w / total}%`, background: typeColour(rank(type)) } });
    chain.append(el('div', { class: 'tier', css: { 'border-color': data.colour(s) } },
      el('b', {}, shown(data.tiers[s], 60)),
      el('div', {}, `${duration(total)} of ${data.metricName(s)}${busy}`),
      el('div', { class: 'stack', role: 'img', 'aria-label': types.slice(0, 5).map(text).join(', ') || 'no time' },
        types.slice(0, 40).map(part)),
      types.length ? el('div', {}, el('bdi', {}, shown(data.types[types[0][0]], 50)),
          ` ${percent(100 * types[0][1] / total)}`) : null,
      el('div', { class: 'note' },
        `${info.map(p => p.kind)[0]}${info.length > 1 ? `, ${info.length} processes` : ''}, ${info[0].engine}`)));
  });
  return chain;
}
