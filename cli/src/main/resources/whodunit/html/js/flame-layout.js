// SPDX-License-Identifier: Apache-2.0
const FLAME_ROW = 18;
/** Narrower than this, in pixels, is not drawn. */
const FLAME_LEAST = 0.4;

/**
 * Where the visible nodes of a call tree are: the zoomed node and its ancestors over the whole width, below it what is
 * wide enough. Columns, so that hundreds of thousands of nodes cost no objects.
 */
function layoutFlame(tree, zoomed, width) {
  const rects = { node: [], x: [], w: [], rows: 0 };
  const put = (node, x, w) => {
    rects.node.push(node);
    rects.x.push(x);
    rects.w.push(w);
    rects.rows = Math.max(rects.rows, tree.depth[node] + 1);
  };
  for (const a of tree.ancestors(zoomed)) put(a, 0, width);
  const scale = tree.total[zoomed] > 0 ? width / tree.total[zoomed] : 0;
  const visit = (node, x) => {
    put(node, x, tree.total[node] * scale);
    for (let i = tree.from[node]; i < tree.from[node + 1]; i++) {
      const w = tree.total[tree.order[i]] * scale;
      if (w < FLAME_LEAST) break; // sorted: the others are not wider
      visit(tree.order[i], x);
      x += w;
    }
  };
  visit(zoomed, 0);
  return rects;
}
