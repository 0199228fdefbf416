// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.Samples;

/** The load of each tier over the recording: what the page's timeline shows, in few enough rows to be read. */
final class TimeRows {
    private static final long MOST_ROWS_PER_STAGE = 20;

    /**
     * @param seconds     since the recording's first sample, whatever part of it is shown
     * @param load        cores busy, or threads there, on average: {@link Metric#load}
     * @param transaction that used most of it
     * @param percent     its share
     */
    record Row(double seconds, String tier, Metric metric, double load, String transaction, double percent) {}

    private record Cell(long slot, String tier, Metric metric) {}

    private TimeRows() {}

    static List<Row> of(Profile profile) {
        long[] range = {Long.MAX_VALUE, Long.MIN_VALUE};
        for (Profile.Entry e : profile.entries)
            e.times().forEach((slot, n) -> {
                range[0] = Math.min(range[0], slot * e.times().slotNanos());
                range[1] = Math.max(range[1], (slot + 1) * e.times().slotNanos());
            });
        long width = profile.processes.stream().map(s -> s.samples).mapToLong(Samples::slotNanos).max().orElse(1);
        while ((range[1] - range[0]) / width > MOST_ROWS_PER_STAGE)
            width *= 2;
        return rows(cells(profile, range[0], width), (range[0] - profile.startNanos()) / 1e9, width);
    }

    private static Map<Cell, Map<String, Double>> cells(Profile profile, long start, long width) {
        Map<Cell, Map<String, Double>> millis = new TreeMap<>(
                Comparator.comparingLong(Cell::slot).thenComparing(Cell::tier));
        for (Profile.Entry e : profile.entries)
            e.times().forEach((slot, n) -> millis
                    .computeIfAbsent(new Cell((slot * e.times().slotNanos() - start) / width, e.process().tier,
                            e.process().metric()), k -> new HashMap<>())
                    .merge(e.transaction(), e.process().millis(n), Double::sum));
        return millis;
    }

    /** @param begin of the first cells, in seconds */
    private static List<Row> rows(Map<Cell, Map<String, Double>> cells, double begin, long width) {
        List<Row> rows = new ArrayList<>();
        cells.forEach((cell, types) -> {
            double all = types.values().stream().mapToDouble(Double::doubleValue).sum();
            var most = types.entrySet().stream()
                    .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .orElseThrow();
            rows.add(new Row(begin + cell.slot * (width / 1e9), cell.tier, cell.metric, all / (width / 1e6),
                    most.getKey(), 100 * most.getValue() / all));
        });
        return rows;
    }
}
