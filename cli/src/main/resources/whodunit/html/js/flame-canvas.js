// SPDX-License-Identifier: Apache-2.0
/** Draws a laid-out call tree, and tells which node is where. */
class FlameCanvas {
  constructor(canvas) {
    this.canvas = canvas;
    this.rects = null;
  }

  /** @param look {selected, found: Uint8Array or null, hovered} */
  draw(tree, rects, look) {
    const width = this.canvas.clientWidth, height = rects.rows * FLAME_ROW + 1;
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = `${height}px`;
    }
    this.tree = tree;
    this.rects = rects;
    this.look = look;
    const g = this.canvas.getContext('2d');
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'middle';
    this.ink = getComputedStyle(this.canvas).color;
    this.letter = g.measureText('abcdefghijklmnop').width / 16;
    for (let i = 0; i < rects.node.length; i++) this.paint(g, tree, rects, i, look, this.letter);
  }

  /** Another node is selected, and nothing else has changed. */
  reselect(node) {
    if (!this.rects) return;
    const before = this.look.selected;
    this.look = { ...this.look, selected: node };
    const g = this.canvas.getContext('2d');
    for (const n of [before, node]) {
      const i = this.rects.node.indexOf(n);
      if (i < 0) continue; // too narrow to be seen
      g.clearRect(this.rects.x[i], this.tree.depth[n] * FLAME_ROW, this.rects.w[i], FLAME_ROW - 1);
      this.paint(g, this.tree, this.rects, i, this.look, this.letter);
    }
  }

  paint(g, tree, rects, i, look, letter) {
    const node = rects.node[i], x = rects.x[i], w = rects.w[i], y = tree.depth[node] * FLAME_ROW;
    const kind = tree.kind(node);
    const gap = w > 3 ? 0.6 : 0;
    const dimmed = look.found && !look.found[node];
    g.globalAlpha = dimmed ? 0.35 : kind === 'B' || look.found ? 1 : 0.78;
    g.fillStyle = look.found?.[node] ? FOUND : kind === 'K' ? KERNEL : kind === 'R' || kind === 'T' || kind === 'W'
      ? NEUTRAL : tree.source.colour(tree.tierOf[node]);
    g.fillRect(x, y, w - gap, FLAME_ROW - 1);
    g.globalAlpha = 1;
    if (kind === 'B') { // where a request enters a tier
      g.fillStyle = '#111';
      g.fillRect(x, y, w - gap, 2);
    }
    if (node === look.selected) {
      g.lineWidth = 2;
      g.strokeStyle = '#111';
      g.strokeRect(x + 1, y + 1, Math.max(1, w - gap - 2), FLAME_ROW - 3);
    }
    const room = Math.floor((w - 8) / letter);
    if (room < 3) return;
    g.fillStyle = dimmed ? this.ink : '#111'; // of what is dimmed the page's colour is seen
    if (kind === 'B' || kind === 'T') g.font = '600 11px system-ui, sans-serif';
    const name = shown(tree.name(node));
    g.save();
    g.beginPath();
    g.rect(x, y, w - 2, FLAME_ROW);
    g.clip();
    g.fillText(name.length > room ? `…${name.slice(1 - room)}` : name, x + 4, y + FLAME_ROW / 2);
    g.restore();
    if (kind === 'B' || kind === 'T') g.font = '11px system-ui, sans-serif';
  }

  /** The node at a point of the canvas, or -1. */
  at(px, py) {
    if (!this.rects) return -1;
    const row = Math.floor(py / FLAME_ROW);
    const { node, x, w } = this.rects;
    for (let i = 0; i < node.length; i++)
      if (this.tree.depth[node[i]] === row && px >= x[i] && px < x[i] + w[i]) return node[i];
    return -1;
  }
}
