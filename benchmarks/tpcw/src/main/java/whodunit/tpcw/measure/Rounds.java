// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import whodunit.tpcw.run.Database;

/** The turns of all rounds, compared pair by pair. */
final class Rounds {
    private final List<Map<Variant, List<Turn>>> all = new ArrayList<>();

    /** @param turns of each bookstore equally many, the n-th of each with the same work */
    void add(Map<Variant, List<Turn>> turns) {
        all.add(turns);
    }

    /** As it is written to JSON. */
    List<Map<Variant, List<Turn>>> turns() {
        return all;
    }

    /** No profiler is the mean of the two bookstores without one, except where these are compared with each other. */
    void print(PrintStream out, Database database) {
        List<Variant> none = List.of(Variant.NONE, Variant.NONE_AGAIN);
        line(out, database, "none again / none", List.of(Variant.NONE_AGAIN), List.of(Variant.NONE));
        line(out, database, "Whodunit / none", List.of(Variant.WHODUNIT), none);
        if (all.get(0).containsKey(Variant.BEFORE)) {
            line(out, database, "before / none", List.of(Variant.BEFORE), none);
            line(out, database, "Whodunit / before", List.of(Variant.WHODUNIT), List.of(Variant.BEFORE));
        }
        if (!all.get(0).containsKey(Variant.ASYNC_PROFILER))
            return;
        line(out, database, "async-profiler / none", List.of(Variant.ASYNC_PROFILER), none);
        line(out, database, "Whodunit / async-prof.", List.of(Variant.WHODUNIT), List.of(Variant.ASYNC_PROFILER));
    }

    private void line(PrintStream out, Database database, String what, List<Variant> a, List<Variant> b) {
        out.printf("%-23s %s CPU %s  tomcat CPU %s  (without JIT and GC %s)  both %s  (without JIT and GC %s)  "
                + "throughput %s", what, database.key(), text(a, b, Turn::database), text(a, b, Turn::web),
                text(a, b, Turn::application), text(a, b, Turn::both), text(a, b, Turn::bothApplications),
                text(a, b, Turn::throughput));
        if (database == Database.MARIADB)
            out.printf("  bytes Tomcat<->MariaDB %s  bytes on all wires %s", text(a, b, Turn::wire),
                    text(a, b, Turn::allWires));
        out.println();
    }

    private String text(List<Variant> a, List<Variant> b, ToDoubleFunction<Turn> of) {
        return ratio(a, b, of).text();
    }

    /** The mean of some bookstores over that of others, turn by turn. */
    PairedRatio ratio(List<Variant> a, List<Variant> b, ToDoubleFunction<Turn> of) {
        List<List<Double>> rounds = new ArrayList<>();
        for (Map<Variant, List<Turn>> round : all) {
            List<Double> pairs = new ArrayList<>();
            for (int turn = 0; turn < round.get(a.get(0)).size(); turn++)
                pairs.add(mean(round, a, turn, of) / mean(round, b, turn, of));
            rounds.add(pairs);
        }
        return PairedRatio.of(rounds);
    }

    private static double mean(Map<Variant, List<Turn>> round, List<Variant> of, int turn,
            ToDoubleFunction<Turn> cost) {
        return of.stream().mapToDouble(v -> cost.applyAsDouble(round.get(v).get(turn))).average().orElseThrow();
    }
}
