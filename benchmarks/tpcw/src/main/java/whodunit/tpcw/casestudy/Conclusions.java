// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paper's claims (section 8.4) as figures of this machine; null where the run for it has not been made.
 *
 * @param longestWaiterMyisam        the type with the highest mean crosstalk in the database while item is MyISAM
 * @param adminConfirmCrosstalkMs    AdminConfirm's, by variant
 * @param adminConfirmFasterPct      by clients: how much faster AdminConfirm answers with InnoDB than with MyISAM
 * @param peakPerSecond              highest throughput of each variant
 * @param cachingGain                peak throughput with caches over without, both with row locks
 */
record Conclusions(String longestWaiterMyisam, Map<String, Double> adminConfirmCrosstalkMs,
        Map<Integer, Double> adminConfirmFasterPct,
        Map<String, Double> peakPerSecond, Double cachingGain) {

    static Conclusions of(Study study) {
        Map<String, Double> crosstalk = new LinkedHashMap<>();
        study.reports.forEach((variant, report) -> crosstalk.put(variant, report.crosstalkMs("AdminConfirm")));
        Map<Integer, Double> faster = new LinkedHashMap<>();
        for (Point slow : study.of(Variant.MYISAM))
            at(study.of(Variant.INNODB), slow.clients())
                    .filter(quick -> !Double.isNaN(quick.adminConfirmMs() + slow.adminConfirmMs()))
                    .ifPresent(quick -> faster.put(slow.clients(),
                            100 * (1 - quick.adminConfirmMs() / slow.adminConfirmMs())));
        Map<String, Double> peak = new LinkedHashMap<>();
        for (Variant v : Variant.values())
            study.of(v).stream().mapToDouble(Point::perSecond).max().ifPresent(most -> peak.put(v.key(), most));
        Double before = either(peak, Variant.INNODB, Variant.POSTGRES);
        Double after = either(peak, Variant.CACHED, Variant.POSTGRES_CACHED);
        Study.Report myisam = study.reports.get(Variant.MYISAM.key());
        return new Conclusions(myisam == null ? null : myisam.longestWaiter(), crosstalk, faster, peak,
                before == null || after == null ? null : after / before);
    }

    /** A study is of one database. */
    private static Double either(Map<String, Double> peak, Variant mariadb, Variant postgres) {
        return peak.getOrDefault(mariadb.key(), peak.get(postgres.key()));
    }

    private static Optional<Point> at(List<Point> points, int clients) {
        return points.stream().filter(p -> p.clients() == clients).findFirst();
    }

    void print(PrintStream out) {
        if (longestWaiterMyisam != null)
            out.printf("with item as MyISAM, %s waits longest for others in the database%n", longestWaiterMyisam);
        adminConfirmCrosstalkMs
                .forEach((variant, ms) -> out.printf("AdminConfirm's mean crosstalk, %s: %.1f ms%n", variant, ms));
        adminConfirmFasterPct
                .forEach((clients, pct) -> out.printf("AdminConfirm with InnoDB at %d clients: %.0f%% %s%n", clients,
                        Math.abs(pct), pct < 0 ? "slower" : "faster"));
        peakPerSecond.forEach((variant, n) -> out.printf("peak throughput, %s: %.0f interactions/s%n", variant, n));
        if (cachingGain != null)
            out.printf("caching both searches: peak throughput x %.2f%n", cachingGain);
    }
}
