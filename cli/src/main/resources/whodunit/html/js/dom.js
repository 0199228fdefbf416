// SPDX-License-Identifier: Apache-2.0
// Everything on the page is made here, as elements and text nodes: no name is ever parsed as HTML.

/** el('td', {class: 'text', onclick: f}, child…): attributes as given, "on…" as listeners, strings as text. */
function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (key === 'css') for (const [p, v] of Object.entries(value)) e.style.setProperty(p, v);
    else if (key in e && typeof value === 'boolean') e[key] = value;
    else e.setAttribute(key, value);
  }
  e.append(...children.flat().filter(c => c != null));
  return e;
}

const byId = id => document.getElementById(id);

/** A check box or the like with its text. */
const labelled = (control, text) => el('label', {}, control, ' ', text);

/** Says what is under the pointer. */
const tip = {
  show(event, text) {
    const t = byId('tip');
    t.textContent = text;
    t.hidden = false;
    const box = t.getBoundingClientRect();
    t.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8))}px`;
    const fitsBelow = event.clientY + 18 + box.height <= innerHeight;
    t.style.top = `${fitsBelow ? event.clientY + 18 : event.clientY - box.height - 10}px`;
  },
  hide() { byId('tip').hidden = true; },
};

/** What the keyboard can be at in an element. */
const reachable = root => [...root.querySelectorAll('button, input, select, summary, canvas, [tabindex]')];

/** Gives an element other children. The keyboard stays where it was, counted in what it can be at. */
function refill(root, ...children) {
  const at = reachable(root).indexOf(document.activeElement);
  root.replaceChildren(...children);
  if (at < 0) return;
  const now = reachable(root);
  now[Math.min(at, now.length - 1)]?.focus({ preventScroll: true });
}

/** Makes an element that is clicked work from the keyboard as well. */
function pressable(e, action) {
  e.tabIndex = 0;
  e.addEventListener('click', action);
  e.addEventListener('keydown', k => {
    if (k.key === 'Enter' || k.key === ' ') { k.preventDefault(); action(k); }
  });
  return e;
}

/** A row that a click chooses. Its button, for keyboard and screen reader, is text, so that it can be copied. */
function chooserRow(row, button, chosen, action) {
  button.setAttribute('role', 'button');
  button.setAttribute('aria-pressed', String(chosen));
  pressable(button, e => { e.stopPropagation(); action(); });
  row.addEventListener('click', action);
  return row;
}
