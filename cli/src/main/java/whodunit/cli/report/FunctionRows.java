// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.Frame;
import whodunit.profile.Metric;
import whodunit.profile.Profile;

/** The report by function: what ran itself, without what it called. */
final class FunctionRows {
    /** @param function without its module: functions of one name and source are one */
    record Row(String tier, Metric metric, Frame function, long samples, double millis, double percent) {}

    private record Key(String tier, Metric metric, Frame function) {}

    private static final class Sum {
        long samples;
        double millis;
        double nanos;
    }

    private FunctionRows() {}

    /** The most time first. */
    static List<Row> of(Profile profile) {
        Map<Key, Sum> sums = new HashMap<>();
        Map<String, Double> totals = new HashMap<>();
        for (Profile.Entry e : profile.entries) {
            Frame innermost = e.stack().get(e.stack().size() - 1).withoutModule();
            Sum sum = sums.computeIfAbsent(new Key(e.process().tier, e.process().metric(), innermost), k -> new Sum());
            sum.samples += e.samples();
            sum.millis += e.millis();
            sum.nanos += e.nanos();
            totals.merge(e.process().tier, e.nanos(), Double::sum);
        }
        return sums.entrySet().stream()
                .map(x -> new Row(x.getKey().tier, x.getKey().metric, x.getKey().function, x.getValue().samples,
                        x.getValue().millis, 100 * x.getValue().nanos / totals.get(x.getKey().tier)))
                .sorted(Comparator.comparingDouble((Row r) -> -r.millis).thenComparing(Row::toString)).toList();
    }
}
