// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
    /** Of a round's mean by chance of its processes, and of a turn's around it. */
    private static final double BETWEEN_ROUNDS = 0.02, WITHIN_ROUND = 0.03;
    /** Where many intervals are made: the ends of each are a little less exact, all together are not. */
    private static final int FEW_DRAWS = 1000;

    private static List<List<Double>> measured(double truth, int rounds, int turns, Random random) {
        List<List<Double>> all = new ArrayList<>();
        for (int r = 0; r < rounds; r++) {
            double round = truth + BETWEEN_ROUNDS * random.nextGaussian();
            all.add(random.doubles(turns).map(x -> round + WITHIN_ROUND * random.nextGaussian()).boxed().toList());
        }
        return all;
    }

    @Test
    void turnsThatAgreeLeaveNoDoubt() {
        assertThat(PairedRatio.of(List.of(List.of(1.05, 1.05), List.of(1.05))))
                .isEqualTo(new PairedRatio(1.05, 1.05, 1.05));
    }

    @Test
    void aRoundCountsByItsMedianWhateverOneTurnDoes() {
        assertThat(PairedRatio.of(List.of(List.of(1.0, 9.0, 1.2), List.of(1.4, 1.6))).value())
                .isCloseTo((1.2 + 1.5) / 2, within(1e-12));
    }

    /** One is drawn twice with a chance of one in four: more than may lie outside of the interval. */
    @Test
    void twoRoundsOfOneTurnAreTheirOwnInterval() {
        assertThat(PairedRatio.of(List.of(List.of(1.0), List.of(2.0)))).isEqualTo(new PairedRatio(1.5, 1, 2));
    }

    /** Of 5^5 draws 56 have a mean below 4 and 126 one of at most 4; the end is at the 78th. */
    @Test
    void theEndsAreQuantilesOfTheDraws() {
        PairedRatio five = PairedRatio
                .of(List.of(List.of(0.0), List.of(5.0), List.of(10.0), List.of(15.0), List.of(20.0)));
        assertThat(five.low()).isEqualTo(4.0);
        assertThat(five.high()).isEqualTo(16.0);
    }

    @Test
    void manyRoundsGiveTheWidthThatTheirSpreadImplies() {
        PairedRatio ratio = PairedRatio.of(measured(1.01, 400, 25, new Random(1)));
        double turnsMedian = 1.2533 * WITHIN_ROUND / Math.sqrt(25); // standard error of a median of normal values
        // a draw's rounds vary as the rounds do, and each once more by its drawn turns
        double error = Math.sqrt((BETWEEN_ROUNDS * BETWEEN_ROUNDS + 2 * turnsMedian * turnsMedian) / 400);
        assertThat(ratio.value()).isCloseTo(1.01, within(4 * error));
        assertThat((ratio.high() - ratio.low()) / 2).isCloseTo(1.96 * error, within(0.1 * 1.96 * error));
    }

    @Test
    void turnsOfOneRoundDoNotStandInForRounds() {
        Random random = new Random(2);
        double few = 0, many = 0;
        for (int i = 0; i < 20; i++) {
            few += width(measured(1, 6, 10, random));
            many += width(measured(1, 6, 200, random));
        }
        assertThat(many).isGreaterThan(0.6 * few);
    }

    @Test
    void theTruthIsInsideAboutAsOftenAsPromised() {
        Random random = new Random(3);
        int inside = 0, experiments = 200;
        for (int i = 0; i < experiments; i++) {
            PairedRatio ratio = PairedRatio.of(measured(1.02, 12, 9, random), FEW_DRAWS);
            if (ratio.low() <= 1.02 && 1.02 <= ratio.high())
                inside++;
        }
        assertThat(inside / (double) experiments).isBetween(0.89, 0.995);
    }

    private static double width(List<List<Double>> rounds) {
        PairedRatio ratio = PairedRatio.of(rounds, FEW_DRAWS);
        return ratio.high() - ratio.low();
    }
}
