// SPDX-License-Identifier: Apache-2.0
/** The views by name. */
function makeViews(data, before) {
  const views = {
    overview: ['Overview', new OverviewView(data)],
    flame: ['Flame graph', new FlameView(data)],
    graph: ['Transaction graph', new GraphView(data)],
    crosstalk: ['Crosstalk', new CrosstalkView(data)],
    timeline: ['Timeline', new TimelineView(data)],
    drill: ['Drill', new DrillView(data)],
    compare: ['Compare', new CompareView(data, before)],
  };
  if (data.waitGraphs) views.waits = ['Waits', new WaitGraphView(data.waitGraphs)];
  return views;
}

/** A tab for each view; Tab reaches the chosen one, arrow keys go to the others. */
function makeTabs(tabs, views, show) {
  tabs.replaceChildren(...Object.entries(views).map(([key, [title]]) => el('button', { role: 'tab', id: `tab-${key}`,
      'aria-controls': 'view', onclick: () => show(key) }, title)));
  tabs.addEventListener('keydown', e => {
    const all = [...tabs.children], at = all.indexOf(document.activeElement);
    const next = { ArrowRight: (at + 1) % all.length, ArrowLeft: (at + all.length - 1) % all.length, Home: 0,
      End: all.length - 1 }[e.key];
    if (next === undefined || at < 0) return;
    e.preventDefault();
    all[next].focus();
    all[next].click();
  });
}

/** Asks the server that sent this page about what is selected. */
async function ask(what, parameters) {
  const answer = await fetch(`${what}?${parameters}`);
  if (!answer.ok) throw new Error(`the server says: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Starts the page: data, views, and the selection that they share. */
async function start() {
  const raw = await embedded('data');
  const before = await embedded('baseline');
  const baseline = before && new Dataset(before);
  const live = !raw;
  const data = live ? new Dataset(await ask('data', '')) : new Dataset(raw);
  const views = makeViews(data, baseline);
  const asIntended = new URLSearchParams(raw?.start
    ? [['view', raw.start.view], ...raw.start.tiers.map(t => ['tier', t])] : []);
  let current = selection.fromHash(location.hash.slice(1) || asIntended);
  selection.snap(data);
  if (!(current in views)) current = before ? 'compare' : 'overview';
  const tabs = document.querySelector('nav');
  const draw = method => {
    tip.hide();
    selectionBar(data);
    byId('selection').hidden = views[current][1].hasNoSelection === true;
    views[current][1][method](byId('view'));
    history.replaceState(null, '', `#${selection.toHash(current)}`);
  };
  const show = name => {
    current = name;
    for (const tab of tabs.children) {
      tab.setAttribute('aria-selected', String(tab.id === `tab-${name}`));
      tab.tabIndex = tab.id === `tab-${name}` ? 0 : -1;
    }
    byId('view').setAttribute('aria-labelledby', `tab-${name}`);
    draw('render');
  };
  makeTabs(tabs, views, show);
  let asked = 0;
  const refresh = async () => {
    const mine = ++asked;
    const inTime = selection.parameters();
    inTime.delete('type'); // shares of one type of itself would say nothing
    const [graph, findings] = await Promise.all([ask('graph', selection.parameters()), ask('findings', inTime)]);
    if (mine !== asked) return; // a later selection is under way
    views.graph[1].setGraph(graph);
    views.overview[1].setFindings(findings);
    draw('update');
  };
  selection.listeners.push(() => {
    draw('update');
    if (live) refresh().catch(failed);
  });
  byId('subject').textContent =
    `${d3.sum(data.samples).toLocaleString('en')} samples, ${new Date(data.startMs).toLocaleString()}`;
  document.title = `Whodunit: ${data.tiersInOrder.map(s => shown(data.tiers[s], 40)).join(', ')}`;
  closeChoosersOutside();
  show(current);
  if (live && selection.parameters().toString()) await refresh();
  let resized;
  addEventListener('resize', () => { clearTimeout(resized); resized = setTimeout(() => draw('update'), 100); });
  document.documentElement.dataset.ready = 'true';
  performance.mark('shown');
}

function failed(e) {
  byId('view').prepend(el('p', { role: 'alert' }, `This cannot be shown: ${e.message}`));
  console.error(e);
}

start().catch(failed);
