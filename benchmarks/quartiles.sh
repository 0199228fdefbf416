# SPDX-License-Identifier: Apache-2.0
# Sourced by the benchmarks that are scripts.

export LC_ALL=C # figures have points

# Of numbers, one a line: "MEDIAN FIRST THIRD", between two of them where a quartile falls between them.
quartiles() {
  sort -g | awk '{ x[NR] = $1 }
    function at(q,   i, part) {
      part = 1 + (NR - 1) * q
      i = int(part)
      part -= i
      return x[i] + part * (x[i + (part > 0)] - x[i])
    }
    END { if (NR) printf "%.4f %.4f %.4f\n", at(0.5), at(0.25), at(0.75) }'
}
