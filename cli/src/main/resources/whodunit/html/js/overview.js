// SPDX-License-Identifier: Apache-2.0
/** What stands out, in sentences; the tiers as a chain; the table of transaction types by tiers. */
class OverviewView {
  constructor(data) {
    this.data = data;
    this.table = new TypeTable(data);
    this.findings = data.report.findings;
    this.ofSelection = false;
  }

  /** Findings of the selected tiers and time instead of the whole recording's. */
  setFindings(findings) {
    this.findings = findings;
    this.ofSelection = true;
  }

  render(view) {
    const notes = this.data.report.processes.flatMap(s => s.problems.map(p => `${s.name}: ${p}`)
      .concat(s.lost > 0 ? [`${s.name}: ${s.lost} labels were lost`] : []));
    refill(view, ...[
      el('section', { class: 'block' }, el('h2', {}, 'Findings'),
        el('ul', { class: 'findings' }, this.findings.map(f => el('li', {}, shown(f, 600)))),
        selection.wholeTime || this.ofSelection ? null : el('p', { class: 'note' },
          'Findings and Not seen are about the whole recording; tiers and transactions are about the chosen range of ' +
          'time.')),
      el('section', { class: 'block' }, el('h2', {}, 'Tiers'), tierChain(this.data)),
      el('section', {}, el('h2', {}, 'Transactions'), this.note(), this.table.element()),
      this.asked(),
      this.notSeen(),
      notes.length ? el('section', {}, el('h2', {}, 'Notes on the recording'),
        el('ul', {}, notes.map(n => el('li', {}, shown(n, 400))))) : null].filter(Boolean));
  }

  /** Requests and waits of a range of time are of a longer one. */
  note() {
    const { of } = selection.sums(this.data);
    return of ? el('p', { class: 'note', id: 'aggregates' },
      `Requests and crosstalk waits are written once per file; these are of ${seconds(of)}. `,
      'Shares are of the chosen time.') : null;
  }

  /** What the recording does not show. */
  notSeen() {
    const list = this.data.report.not_seen;
    return list.length ? el('section', { id: 'not-seen' }, el('h2', {}, 'Not seen'),
      el('ul', {}, list.map(n => el('li', {}, shown(n.text, 400))))) : null;
  }

  /** The rows of report --by tier, --by context and --by function. */
  asked() {
    const { rows, by } = this.data.report;
    if (!rows || by === 'time') return null; // the timeline shows it
    const metric = row => Object.keys(METRIC_NAMES).find(m => row[`${m}_ms`] !== undefined);
    const heads = [['tier', r => shown(r.tier, 60)],
      by === 'function' ? ['function', r => shown(r.function, 90)] : ['transaction', r => shown(r.transaction, 90)],
      ['share of the tier', r => percent(r[`${metric(r)}_pct`])],
      ['time', r => `${duration(r[`${metric(r)}_ms`])} of ${METRIC_NAMES[metric(r)]}`]]
      .concat(by === 'context' ? [['context', r => shown(r.context.join(' › '), 600)]] : []);
    const text = i => i < 2 || i === 4 ? 'text' : null;
    const titles = { context: 'Contexts', function: 'Functions by self time', tier: 'Tiers by transaction' };
    return el('section', {}, el('h2', {}, titles[by]),
      el('table', { id: 'rows' },
      el('thead', {}, el('tr', {}, heads.map(([h], i) => el('th', { class: text(i) }, h)))),
      el('tbody', {}, rows.slice(0, 500)
        .map(r => el('tr', {}, heads.map(([, of], i) => el('td', { class: text(i) }, of(r))))))));
  }

  update() { this.render(byId('view')); }
}
