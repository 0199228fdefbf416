// SPDX-License-Identifier: Apache-2.0
const LONGEST_NAME = 300;

/** A name as it can be shown: control and bidirectional characters made visible, not obeyed; not endless. */
function shown(name, most = LONGEST_NAME) {
  const cut = name.length > most ? `${half(name.slice(0, most >> 1))}…${half(name.slice(name.length - (most >> 1)))}`
    : name;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** Without the half of a character that a cut has left. */
const half = text => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

const number = (x, digits = 2) => x.toFixed(digits);
const percent = x => `${number(x, x >= 10 ? 1 : 2)} %`;
const signed = (x, digits = 2) => `${x > 0 ? '+' : x < 0 ? '−' : ''}${number(Math.abs(x), digits)}`;

/** What time requests and waits are of, after the recording's first sample. */
const seconds = of => `${number(of.from_s, 1)} s to ${number(of.to_s, 1)} s`;

/** Milliseconds as people say them. */
function duration(ms) {
  const a = Math.abs(ms);
  return a >= 60000 ? `${number(ms / 60000, 1)} min` : a >= 1000 ? `${number(ms / 1000, a >= 10000 ? 1 : 2)} s`
    : a >= 1 ? `${number(ms, a >= 100 ? 0 : 1)} ms` : `${number(ms * 1000, 0)} µs`;
}
