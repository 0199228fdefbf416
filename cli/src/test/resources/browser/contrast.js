// SPDX-License-Identifier: Apache-2.0
// How well text can be told from what is behind it, as WCAG 2 counts it. Colours are mixed by a canvas, as the page is.

/** What colours give, each over those before it, as [red, green, blue]. */
function mixed(colours) {
  const g = new OffscreenCanvas(1, 1).getContext('2d');
  for (const colour of colours) {
    g.fillStyle = colour;
    g.fillRect(0, 0, 1, 1);
  }
  return [...g.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

function luminance(rgb) {
  const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrastOf(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The page's own colour. */
function paper() {
  const probe = document.createElement('i');
  probe.style.color = 'Canvas';
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** What is behind a point of an element, the lowest first: two if a bar covers a part of it. */
function behind(element, x, y) {
  const all = document.elementsFromPoint(x, y);
  const below = all.slice(Math.max(0, all.indexOf(element))).reverse();
  let layers = [[paper()]];
  for (const e of below) {
    const style = getComputedStyle(e);
    if (e instanceof SVGElement) {
      if (/^(rect|path)$/.test(e.tagName) && style.fill !== 'none') layers = layers.map(l => [...l, style.fill]);
      continue;
    }
    layers = layers.map(l => [...l, style.backgroundColor]);
    const bar = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/);
    if (bar) layers = [...layers, ...layers.map(l => [...l, bar[0]])];
  }
  return layers;
}

/** Texts of the page that have less contrast than is needed, with what they have. */
function poorText(least) {
  const poor = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let t = texts.nextNode(); t; t = texts.nextNode()) {
    const e = t.parentElement;
    if (!t.data.trim() || !e.checkVisibility() || e.closest('script, style, title, option, #tip')) continue;
    const range = document.createRange();
    range.selectNodeContents(t);
    const b = range.getBoundingClientRect();
    if (!b.width) continue;
    const style = getComputedStyle(e), ink = e instanceof SVGElement ? style.fill : style.color;
    for (const layers of behind(e, b.x + b.width / 2, b.y + b.height / 2)) {
      const contrast = contrastOf(mixed(layers), mixed([...layers, ink]));
      if (contrast < least) poor.push(`${t.data.trim().slice(0, 40)} ${contrast.toFixed(1)} ${ink} on ${layers}`);
    }
  }
  return poor.join('\n');
}

/** From now on what is written into canvases is in the global `drawn`, with its contrast to what is there already. */
function watchCanvas() {
  globalThis.drawn = [];
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const at = this.getTransform().transformPoint(new DOMPoint(x - 2, y));
    const [r, g, b, a] = this.getImageData(at.x, at.y, 1, 1).data;
    const under = mixed([paper(), `rgb(${r} ${g} ${b} / ${a / 255})`]);
    globalThis.drawn.push({ text, contrast: contrastOf(under, mixed([`rgb(${under})`, this.fillStyle])) });
    return fillText.call(this, text, x, y);
  };
}
