// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final long SECOND = 1_000_000_000L;
    private final Samples samples = new Samples();
    private final int label = samples.label(new RecordedProcess.Label.Of(5));

    private int stack(int i) {
        return samples.stack(TwoTierRecording.nativeStack("main", "f" + i));
    }

    @Test
    void equalStacksAndLabelsAreOneBin() {
        samples.add(label, stack(1), SECOND, 1);
        samples.add(samples.label(new RecordedProcess.Label.Of(5)), stack(1), 9 * SECOND, 2);
        samples.add(samples.label(new RecordedProcess.Label.Missing("lost")), stack(1), SECOND, 4);
        assertThat(samples.bins()).extracting(Samples.Bin::samples).containsExactly(3L, 4L);
        assertThat(samples.bins().get(0).stack()).isSameAs(samples.bins().get(1).stack());
        assertThat(samples.total()).isEqualTo(7);
    }

    @Test
    void slotsKnowWhenInWhateverOrderSamplesCome() {
        for (long second : new long[] {50, 10, 90, 10})
            samples.add(label, stack(1), second * SECOND, 1);
        assertThat(seconds(samples.bins().get(0).times())).isEqualTo(Map.of(10L, 2L, 50L, 1L, 90L, 1L));
        assertThat(seconds(samples.bins().get(0).times().within(10 * SECOND, 90 * SECOND)))
                .isEqualTo(Map.of(10L, 2L, 50L, 1L));
    }

    @Test
    void longRecordingsGetLongerSlotsAndLoseNothing() {
        int stacks = 1000, seconds = 6000;
        for (int t = 0; t < seconds; t++)
            for (int s = 0; s < stacks; s++)
                samples.add(label, s, t * SECOND, 1);
        for (int s = 0; s < stacks; s++)
            stack(s);
        assertThat(samples.slotNanos()).isGreaterThan(SECOND);
        assertThat(samples.bins()).hasSize(stacks).allSatisfy(b -> assertThat(b.samples()).isEqualTo(seconds));
        assertThat(samples.bins().get(7).times().within(0, 3072 * SECOND).samples()).isEqualTo(3072);
    }

    private static Map<Long, Long> seconds(SampleTimes times) {
        Map<Long, Long> seconds = new TreeMap<>();
        times.forEach((slot, n) -> seconds.merge(slot * times.slotNanos() / SECOND, n, Long::sum));
        return seconds;
    }
}
