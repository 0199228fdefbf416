/** Starts the page: data, views, and the selection that they share. */
async function start() {
  const raw = await embedded('data') || await (await fetch('data')).json();
  const before = await embedded('baseline');
  const data = new Dataset(raw);
  const views = {
    overview: ['Overview', new OverviewView(data)],
    flame: ['Flame graph', new FlameView(data)],
    graph: ['Transaction graph', new GraphView(data)],
    crosstalk: ['Crosstalk', new CrosstalkView(data)],
    timeline: ['Timeline', new TimelineView(data)],
    compare: ['Compare', new CompareView(data, before && new Dataset(before))],
  };
  let current = selection.fromHash(location.hash.slice(1));
  if (!(current in views)) current = before ? 'compare' : 'overview';
  const tabs = document.querySelector('nav');
  const show = name => {
    current = name;
    tabs.replaceChildren(...Object.entries(views).map(([key, [title]]) => el('button', { role: 'tab', id: `tab-${key}`, 'aria-selected': String(key === current), onclick: () => show(key) }, title)));
    tip.hide();
    selectionBar(data);
    views[current][1].render(byId('view'));
    history.replaceState(null, '', `#${selection.toHash(current)}`);
  };
  selection.listeners.push(() => {
    selectionBar(data);
    views[current][1].update();
    history.replaceState(null, '', `#${selection.toHash(current)}`);
  });
  const samples = d3.sum(data.samples);
  byId('subject').textContent = `${samples.toLocaleString('en')} samples, ${new Date(data.startMs).toLocaleString()}`;
  show(current);
  let resized;
  addEventListener('resize', () => { clearTimeout(resized); resized = setTimeout(() => views[current][1].update(), 100); });
  document.documentElement.dataset.ready = 'true';
}

start().catch(e => {
  byId('view').replaceChildren(el('p', { role: 'alert' }, `The page could not be shown: ${e.message}`));
  throw e;
});
