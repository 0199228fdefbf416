// SPDX-License-Identifier: Apache-2.0
/**
 * Requests and waits: of the whole recording, and of a range of time. Processes add them up and write the sums now and
 * then; of a range are all the parts that overlap it, whole, as the command line has it (--since, --until).
 */
class Aggregates {
  /** @param parts null: an earlier version's report, which has none */
  constructor(report, parts) {
    this.parts = parts;
    this.originMs = parts?.origin_ms;
    this.all = { requests: new Map(report.transactions.map(t => [t.type, t.requests])),
      means: new Map(report.transactions.map(t => [t.type, t.crosstalk_mean_ms || 0])),
      crosstalk: report.crosstalk || [], without: report.crosstalk_without_holder || [], of: report.aggregates || null,
      requestsOf: null,
      pathMs: (report.crosstalk || []).flatMap(r => r.paths.map(p => p.total_ms)) };
    this.last = {};
  }

  /**
   * Of the parts that overlap a range.
   *
   * @param from in nanoseconds after the origin, inclusive
   * @param to exclusive
   * @return requests and mean waits by type, rows as in the report, of: what time all these are of, in seconds,
   * requestsOf: the same of the requests alone, in nanoseconds; pathMs: waits by call path of the report's crosstalk
   */
  within(from, to) {
    if (this.last.from === from && this.last.to === to) return this.last.sums;
    const p = this.parts;
    const overlaps = p ? p.from_ns.map((begins, i) => begins < to && p.to_ns[i] >= from) : [];
    const covered = () => ({ from: Infinity, to: -Infinity });
    const cover = (c, range) => { c.from = Math.min(c.from, p.from_ns[range]); c.to = Math.max(c.to, p.to_ns[range]); };
    const ofRequests = covered(), all = covered();
    const requests = this.requests(overlaps, range => { cover(ofRequests, range); cover(all, range); });
    const waits = this.waits(overlaps, range => cover(all, range));
    const rows = this.rows(this.all.crosstalk, waits);
    const pathMs = waits.slice(0, waits.next).map(t => t ? t.sum / 1e6 : 0);
    const without = this.rows(this.all.without, waits);
    const waited = d3.rollup(rows, g => d3.sum(g, r => r.total_ms), r => r.waiter);
    const means = new Map([...waited].map(([type, ms]) => [type, requests.get(type) ? ms / requests.get(type) : 0]));
    const sums = { requests, means, crosstalk: rows, without,
      of: all.from > all.to ? null : { from_s: all.from / 1e9, to_s: all.to / 1e9 },
      requestsOf: ofRequests.from > ofRequests.to ? null : ofRequests, pathMs };
    this.last = { from, to, sums };
    return sums;
  }

  requests(overlaps, cover) {
    const requests = new Map(), r = this.parts?.requests;
    for (let t = 0, at = 0; t < (r?.type.length ?? 0); t++) {
      const end = at + r.size[t], begun = [];
      for (; at < end; at++) if (overlaps[r.range[at]]) begun.push(at);
      const n = d3.sum(begun, i => r.count[i]);
      if (!n) continue;
      requests.set(r.type[t], n);
      begun.forEach(i => cover(r.range[i]));
    }
    return requests;
  }

  /** Times by call path, in the report's order; null where there were none. */
  waits(overlaps, cover) {
    const w = this.parts?.waits, paths = [];
    for (let path = 0, at = 0, bin = 0; path < (w?.size.length ?? 0); path++) {
      let times = null;
      for (const end = at + w.size[path]; at < end; bin += w.bins[at++]) {
        if (!overlaps[w.range[at]]) continue;
        cover(w.range[at]);
        times ??= { count: 0, sum: 0, max: 0, log2: [] };
        times.count += w.count[at];
        times.sum += w.sum_ns[at];
        times.max = Math.max(times.max, w.max_ns[at]);
        for (let i = 0; i < w.bins[at]; i++) addTo(times.log2, w.first[at] + i, w.log2[bin + i]);
      }
      paths.push(times);
    }
    paths.next = 0;
    return paths;
  }

  /** The report's rows with the times of their paths, what has none left out; takes as many paths as the rows have. */
  rows(rows, waits) {
    const some = [];
    for (const row of rows) {
      const total = { count: 0, sum: 0, max: 0, log2: [] }, paths = [];
      row.paths.forEach(path => {
        const times = waits[waits.next++];
        if (!times) return;
        paths.push({ ...path, ...figures(times) });
        total.count += times.count;
        total.sum += times.sum;
        total.max = Math.max(total.max, times.max);
        times.log2.forEach((n, i) => addTo(total.log2, i, n));
      });
      if (paths.length) some.push({ ...row, ...figures(total), paths: paths.sort((a, b) => b.total_ms - a.total_ms) });
    }
    return some.sort((a, b) => b.total_ms - a.total_ms);
  }
}

/** Adds to a bin of a histogram, which gets as long as is necessary. */
function addTo(log2, bin, n) {
  while (log2.length <= bin) log2.push(0);
  log2[bin] += n;
}

/** Times as the report has them. */
function figures({ count, sum, max, log2 }) {
  return { count, mean_ms: count ? sum / 1e6 / count : 0, total_ms: sum / 1e6, p50_ms: quantile(log2, max, 0.5) / 1e6,
    p99_ms: quantile(log2, max, 0.99) / 1e6, max_ms: max / 1e6, log2_ns: log2 };
}

/**
 * What this part of the waits did not exceed, within a factor of two: spread evenly between powers of two, up to the
 * longest.
 */
function quantile(log2, max, part) {
  const wanted = part * d3.sum(log2);
  let before = 0;
  for (let i = 0; i < log2.length; before += log2[i++]) {
    if (!log2[i] || before + log2[i] < wanted) continue;
    const low = Math.min(max, 2 ** i), high = Math.min(max, 2 ** (i + 1));
    return low + (high - low) * (wanted - before) / log2[i];
  }
  return max;
}
