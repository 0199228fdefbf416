// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A ratio that was measured in pairs of turns, in several rounds, and how far chance alone may have moved it.
 *
 * <p>Each round counts by the median of its pairs, the rounds by their mean. The interval is a bootstrap's: rounds are
 * drawn again with replacement, and pairs within each. Turns of one round share their processes and hence what is
 * peculiar to these, so that many turns do not stand in for rounds; with fewer than about ten rounds the interval is
 * somewhat too narrow.
 *
 * @param low lower end of the interval that holds the true ratio with 95% probability
 * @param high its upper end
 */
record PairedRatio(double value, double low, double high) {
    private static final int DRAWS = 10_000;
    private static final double OUTSIDE = 0.025;
    /** Fixed, so that the same turns always give the same interval. */
    private static final long SEED = 1;

    /** @param rounds for each round the ratios of its pairs; at least one each */
    static PairedRatio of(List<List<Double>> rounds) {
        return of(rounds, DRAWS);
    }

    static PairedRatio of(List<List<Double>> rounds, int draws) {
        double[][] pairs = rounds.stream().map(r -> r.stream().mapToDouble(Double::doubleValue).toArray())
                .toArray(double[][]::new);
        Random random = new Random(SEED);
        double[] drawn = new double[draws];
        for (int i = 0; i < draws; i++)
            drawn[i] = value(draw(pairs, random));
        Arrays.sort(drawn);
        return new PairedRatio(value(pairs), drawn[(int) (OUTSIDE * draws)], drawn[(int) ((1 - OUTSIDE) * draws) - 1]);
    }

    private static double[][] draw(double[][] rounds, Random random) {
        double[][] drawn = new double[rounds.length][];
        for (int r = 0; r < drawn.length; r++) {
            double[] from = rounds[random.nextInt(rounds.length)];
            drawn[r] = random.ints(from.length, 0, from.length).mapToDouble(i -> from[i]).toArray();
        }
        return drawn;
    }

    private static double value(double[][] rounds) {
        return Arrays.stream(rounds).mapToDouble(PairedRatio::median).average().orElseThrow();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return (sorted[n / 2] + sorted[(n - 1) / 2]) / 2;
    }

    /** Value and interval, to print. */
    String text() {
        return String.format(Locale.ROOT, "%.3f [%.3f to %.3f]", value, low, high);
    }
}
