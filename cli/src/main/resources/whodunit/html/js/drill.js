// SPDX-License-Identifier: Apache-2.0
const DEEPEST = 40;

/** The walk to the bottleneck of each tier: from threads' entries into the kernel, along all that has its share. */
class DrillView {
  constructor(data) {
    this.data = data;
    this.threshold = 20;
    this.time = 'wall';
  }

  render(view) {
    this.walked ??= new WalkedTree(this.data);
    const times = { wall: 'running and waiting', running: 'running', waiting: 'waiting' };
    const percent = el('output', { id: 'drill-percent' });
    const say = () => { percent.textContent = `${this.threshold}%`; };
    const slider = el('input', { type: 'range', id: 'drill-threshold', min: '1', max: '100', step: '1',
        value: this.threshold, oninput: i => { this.threshold = +i.target.value; say(); this.paint(); } });
    say();
    this.walks = el('div', { id: 'drill' });
    view.replaceChildren(
      el('div', { class: 'controls' }, labelled(slider, 'functions that have at least '), percent, ' of a tier’s time',
        this.walked.paths.hasWaits ? labelled(el('select', { id: 'drill-time',
            onchange: s => { this.time = s.target.value; this.update(); } }, Object.entries(times)
            .map(([value, text]) => el('option', { value, selected: value === this.time }, text))), 'time') : null),
      this.walks,
      el('p', { class: 'note' }, 'A function is walked into if it has its share, with all that it calls; all branches ',
        'are shown. ', this.walked.paths.hasWaits ? 'Idle threads wait, too; a transaction type leaves them out.'
          : 'Waits were not recorded (record --engine kernel --off-cpu 20us): the walk is one of what threads ran.'));
    this.update();
  }

  update() {
    this.walked.weigh(this.time);
    this.paint();
  }

  paint() {
    const t = this.walked.tree;
    const tiers = this.data.tiersInOrder.map(s => this.data.tiers[s]).filter(s => selection.hasTier(s));
    const nodes = this.walked.children(0);
    const inOrder = tiers.map(s => nodes.find(n => t.name(n) === s)).filter(n => n !== undefined);
    this.walks.replaceChildren(...inOrder.map(n => this.walk(this.walked.walk(n, this.threshold))));
    if (!inOrder.length) this.walks.append(el('p', { class: 'note' }, 'Nothing of what is selected was sampled.'));
  }

  walk(walk) {
    const t = this.walked.tree;
    const heads = ['total', 'self', 'time', 'of it waiting'];
    const indent = s => `${8 + 10 * Math.min(s.depth, DEEPEST)}px`;
    const row = s => el('tr', { class: s.ending ? 'chosen' : null },
      el('td', { class: 'text', css: { 'padding-left': indent(s), 'min-width': `calc(${indent(s)} + 9em)` } },
        shown(t.name(s.node), 160), t.kind(s.node) === 'K' ? el('span', { class: 'note' }, ' kernel') : null,
        s.ending ? el('b', {}, ` ← ${this.walked.drill.texts[s.ending]}`) : null),
      el('td', { class: 'share', css: { '--w': `${s.percent}%` } }, percent(s.percent)),
      el('td', {}, percent(s.self)), el('td', {}, duration(t.total[s.node])),
      el('td', {}, duration(this.walked.waiting[s.node])));
    return el('section', { class: 'walk block' }, el('h2', {}, this.walked.sentence(walk)),
      walk.steps.length ? el('table', {}, el('thead', {}, el('tr', {}, el('th', { class: 'text' },
          `of ${duration(t.total[walk.tier])}`), heads.map(h => el('th', {}, h)))),
        el('tbody', {}, walk.steps.map(row))) : null);
  }
}
