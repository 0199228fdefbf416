/** What stands out, in sentences; the tiers as a chain; the table of transaction types by tiers. */
class OverviewView {
  constructor(data) {
    this.data = data;
    this.table = new TypeTable(data);
  }

  render(view) {
    const findings = this.data.report.findings || [];
    const notes = this.data.report.stages.flatMap(s => s.problems.map(p => `${s.name}: ${p}`)
      .concat(s.lost > 0 ? [`${s.name}: ${s.lost} labels were lost`] : []));
    view.replaceChildren(...[
      el('section', { class: 'block' }, el('h2', {}, 'Findings'),
        el('ul', { class: 'findings' }, findings.map(f => el('li', {}, shown(f, 600)))),
        selection.wholeTime ? null : el('p', { class: 'note' }, 'Findings are about the whole recording; everything below is about the chosen range of time.')),
      el('section', { class: 'block' }, el('h2', {}, 'Tiers'), tierChain(this.data)),
      el('section', {}, el('h2', {}, 'Transactions'), this.table.element()),
      notes.length ? el('section', {}, el('h2', {}, 'Notes on the recording'), el('ul', {}, notes.map(n => el('li', {}, shown(n, 400))))) : null].filter(Boolean));
  }

  update() { this.render(byId('view')); }
}
