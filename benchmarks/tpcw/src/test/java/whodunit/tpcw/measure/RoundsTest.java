// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static List<Turn> turns(double... database) {
        return Arrays.stream(database).mapToObj(d -> new Turn(100, d, 50, 10, 1000, 2000, 1)).toList();
    }

    private static final Map<Variant, List<Turn>> ROUND = Map.of(Variant.NONE, turns(100, 200, 400), Variant.NONE_AGAIN,
            turns(110, 200, 360),
            Variant.ASYNC_PROFILER, turns(101, 202, 404), Variant.WHODUNIT, turns(105, 220, 380));

    private static Rounds rounds(int n) {
        Rounds rounds = new Rounds();
        for (int i = 0; i < n; i++)
            rounds.add(ROUND);
        return rounds;
    }

    /** 1.1, 1.0, 0.9: machine and work change from turn to turn, and only the same turns are compared. */
    @Test
    void turnsAreComparedWithThoseOfTheSameWork() {
        assertThat(rounds(1).ratio(List.of(Variant.NONE_AGAIN), List.of(Variant.NONE), Turn::database).value())
                .isCloseTo(1.0, within(1e-12));
        assertThat(rounds(2).ratio(List.of(Variant.ASYNC_PROFILER), List.of(Variant.NONE), Turn::database))
                .isEqualTo(new PairedRatio(1.01, 1.01, 1.01));
    }

    /** 105/105, 220/200, 380/380. */
    @Test
    void severalBookstoresCountByTheirMean() {
        PairedRatio ratio = rounds(1).ratio(List.of(Variant.WHODUNIT), List.of(Variant.NONE, Variant.NONE_AGAIN),
                Turn::database);
        assertThat(ratio.value()).isCloseTo(1.0, within(1e-12));
        assertThat(ratio.high()).isCloseTo(1.1, within(1e-12));
    }

    @Test
    void housekeepingIsPartOfTomcatButNotOfItsApplication() {
        Turn turn = turns(100).get(0);
        assertThat(turn.application()).isEqualTo(40);
        assertThat(turn.both()).isEqualTo(150);
        assertThat(turn.bothApplications()).isEqualTo(140);
    }
}
