// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimedSumsTest {
    private static final long SECOND = 1_000_000_000;

    private static Map<String, Long> all(TimedSums<String, Long> sums) {
        Map<String, Long> all = new TreeMap<>();
        sums.forEach((key, timed) -> all.put(key, timed.sum()));
        return all;
    }

    @Test
    void nothingIsLostWhenPartsGetCoarser() {
        TimedSums<String, Long> sums = new TimedSums<>(Long::sum, 100);
        List<TimedSum.Part<Long>> parts = new ArrayList<>();
        for (long i = 0; i < 10_000; i++)
            for (String key : List.of("a", "b"))
                sums.add(key, i * 10 * SECOND, (i + 1) * 10 * SECOND, i);
        sums.forEach((key, timed) -> parts.addAll(timed.parts()));
        long each = 10_000L * 9_999 / 2;
        assertThat(all(sums)).isEqualTo(Map.of("a", each, "b", each));
        assertThat(parts).hasSizeLessThanOrEqualTo(100);
        assertThat(parts).as("neighbours, not strangers, are put together")
                .allSatisfy(
                        p -> assertThat(p.toNanos() - p.fromNanos()).isLessThanOrEqualTo(10_000 * 10 * SECOND / 20));
        sums.forEach((key, timed) -> assertThat(timed.within(0, Long.MAX_VALUE))
                .hasValueSatisfying(t -> assertThat(t.sum()).isEqualTo(each)));
    }

    @Test
    void partsOfOneSecondAreOne() {
        TimedSums<String, Long> sums = new TimedSums<>(Long::sum);
        sums.add("a", 5 * SECOND, 5 * SECOND + 1, 1L);
        sums.add("a", 5 * SECOND + 2, 5 * SECOND + 3, 2L);
        sums.forEach((key, timed) -> assertThat(timed.parts())
                .containsExactly(new TimedSum.Part<>(5 * SECOND, 5 * SECOND + 3, 3L)));
    }

    @Test
    void anUnknownTimeIsInNoRange() {
        TimedSums<String, Long> sums = new TimedSums<>(Long::sum);
        sums.add("a", 0, SECOND, 1L);
        sums.put("a", 7L);
        assertThat(all(sums)).isEqualTo(Map.of("a", 7L));
        sums.forEach((key, timed) -> assertThat(timed.within(Long.MIN_VALUE, Long.MAX_VALUE - 1)).isEmpty());
    }

    @Test
    void timesOfDamagedFilesDoNoHarm() {
        TimedSums<String, Long> sums = new TimedSums<>(Long::sum, 4);
        for (long t : new long[] {Long.MIN_VALUE, -1, 0, SECOND, Long.MAX_VALUE, Long.MAX_VALUE / 2,
                Long.MIN_VALUE / 2})
            for (String key : List.of("a", "b"))
                sums.add(key, t, -t, 1L);
        assertThat(all(sums)).isEqualTo(Map.of("a", 7L, "b", 7L));
    }
}
