// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import java.util.Locale;

/** Figures that must fit into the columns of a terminal. */
final class ShortNumber {
    private ShortNumber() {}

    /** Milliseconds with three figures or more; from 1000 s on in seconds, marked so. */
    static String number(double x) {
        if (x >= 1e6)
            return String.format(Locale.ROOT, "%.0fs", x / 1000);
        return String.format(Locale.ROOT, x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : "%.2f", x);
    }
}
