// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.Frame;
import whodunit.profile.Metric;
import whodunit.profile.Profile;

/** The report by calling context: for each tier the upstream paths that led to its samples. */
final class ContextRows {
    /** @param path upstream of the tier, outermost first: everything before the tier's own boundary */
    record Row(String tier, Metric metric, String transaction, List<String> path, long samples, double millis,
            double percent) {}

    private record Key(String tier, Metric metric, String transaction, List<String> path) {}

    private static final class Sum {
        long samples;
        double millis;
        double nanos;
    }

    private ContextRows() {}

    /** The most time first. */
    static List<Row> of(Profile profile) {
        Map<Key, Sum> sums = new HashMap<>();
        Map<String, Double> totals = new HashMap<>();
        for (Profile.Entry e : profile.entries) {
            Sum sum = sums.computeIfAbsent(new Key(e.process().tier, e.process().metric(), e.transaction(), path(e)),
                    k -> new Sum());
            sum.samples += e.samples();
            sum.millis += e.millis();
            sum.nanos += e.nanos();
            totals.merge(e.process().tier, e.nanos(), Double::sum);
        }
        return sums.entrySet().stream()
                .map(x -> new Row(x.getKey().tier, x.getKey().metric, x.getKey().transaction, x.getKey().path,
                        x.getValue().samples, x.getValue().millis,
                        100 * x.getValue().nanos / totals.get(x.getKey().tier)))
                .sorted(Comparator.comparingDouble((Row r) -> -r.millis).thenComparing(Row::toString)).toList();
    }

    private static List<String> path(Profile.Entry e) {
        int own = 0;
        for (int i = 0; i < e.stack().size(); i++)
            if (e.stack().get(i).kind() == Frame.Kind.BOUNDARY)
                own = i;
        return e.stack().subList(0, own).stream().map(Frame::name).toList();
    }
}
