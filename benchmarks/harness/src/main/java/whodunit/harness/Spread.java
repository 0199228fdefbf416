// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.util.List;
import java.util.Locale;

/** What several measurements gave: their median and their range. */
public record Spread(double median, double least, double most) {
    /** @param values at least one */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int n = sorted.size();
        return new Spread((sorted.get(n / 2) + sorted.get((n - 1) / 2)) / 2, sorted.get(0), sorted.get(n - 1));
    }

    public String json() {
        return String.format(Locale.ROOT, "{\"median\": %.4f, \"min\": %.4f, \"max\": %.4f}", median, least, most);
    }

    /** @param digits after the point */
    public String text(int digits) {
        String number = "%." + digits + "f";
        return String.format(Locale.ROOT, number + " (" + number + " to " + number + ")", median, least, most);
    }
}
