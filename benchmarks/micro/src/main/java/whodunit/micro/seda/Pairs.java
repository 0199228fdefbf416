// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import org.openjdk.jmh.runner.RunnerException;
import whodunit.harness.Spread;

/** Two things that are measured in turns, and what the pairs say about them. */
final class Pairs {
    private final String name;
    private final String unit;
    private final double scale;
    private final Fork ours;
    private final Fork other;
    private final List<Double> ourScores = new ArrayList<>(), otherScores = new ArrayList<>();

    /** @param scale what a score is multiplied by to be in the unit */
    Pairs(String name, String unit, double scale, Fork ours, Fork other) {
        this.name = name;
        this.unit = unit;
        this.scale = scale;
        this.ours = ours;
        this.other = other;
    }

    /** What drifts must not always favour the same one: the caller changes the order from round to round. */
    void round(Fork.Length length, boolean oursFirst) throws RunnerException {
        if (oursFirst)
            ourScores.add(scale * ours.score(length));
        otherScores.add(scale * other.score(length));
        if (!oursFirst)
            ourScores.add(scale * ours.score(length));
        System.err.printf(Locale.ROOT, "  %-20s %8.2f and %8.2f %s%n", name, ourScores.get(ourScores.size() - 1),
                otherScores.get(otherScores.size() - 1), unit);
    }

    Spread ours() {
        return Spread.of(ourScores);
    }

    Spread ratio() {
        return of((a, b) -> a / b);
    }

    Spread difference() {
        return of((a, b) -> a - b);
    }

    private Spread of(DoubleBinaryOperator pair) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < ourScores.size(); i++)
            values.add(pair.applyAsDouble(ourScores.get(i), otherScores.get(i)));
        return Spread.of(values);
    }

    String line() {
        return String.format(Locale.ROOT, "%-20s %-30s %-30s %s", name, ours().text(2), Spread.of(otherScores).text(2),
                ratio().text(3));
    }

    String json() {
        return String.format(
                "{\"name\": \"%s\", \"unit\": \"%s\", \"ours\": %s, \"other\": %s, \"ratio\": %s, \"difference\": %s}",
                name, unit, ourScores,
                otherScores, ratio().json(), difference().json());
    }
}
