// SPDX-License-Identifier: Apache-2.0
/** The page's data: gzip, as base64 in an element of this or another report, or from the server that sent the page. */
async function inflate(bytes) {
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text());
}

function fromBase64(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

async function embedded(id) {
  const e = byId(id);
  if (!e) return null;
  const data = await inflate(fromBase64(e.textContent));
  e.remove();
  return data;
}

/** The data of a report that somebody saved as a file. */
async function fromReportFile(file) {
  const text = await file.text();
  const mark = '<script id="data" type="application/gzip">'; // base64 follows, up to the next tag
  const from = text.indexOf(mark);
  if (from < 0) throw new Error(`${file.name} is no report of this version`);
  return inflate(fromBase64(text.slice(from + mark.length, text.indexOf('<', from + mark.length))));
}
