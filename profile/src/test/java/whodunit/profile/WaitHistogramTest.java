// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against the waits themselves: sums are exact, and quantiles right to the factor of two that the histogram has. */
class WaitHistogramTest {
    private final Random random = new Random(3);

    private static WaitHistogram of(long... nanos) {
        WaitHistogram times = new WaitHistogram();
        for (long t : nanos) {
            Integer[] log2 = new Integer[64 - Long.numberOfLeadingZeros(t)];
            Arrays.fill(log2, 0);
            log2[log2.length - 1] = 1;
            times.add(1, t, t, List.of(log2));
        }
        return times;
    }

    @Test
    void quantilesAreWithinTheirBucket() {
        for (int round = 0; round < 200; round++) {
            long[] nanos = random.longs(1 + random.nextInt(500), 1, 1L << (2 + random.nextInt(40))).toArray();
            WaitHistogram times = of(nanos);
            Arrays.sort(nanos);
            for (double part : new double[] {0.5, 0.9, 0.99, 1}) {
                double truth = nanos[(int) Math.ceil(part * nanos.length) - 1] / 1e6;
                assertThat(times.quantileMillis(part)).isBetween(truth / 2, truth * 2);
            }
            assertThat(times.quantileMillis(1)).isLessThanOrEqualTo(times.maxMillis());
        }
    }

    @Test
    void sumsAreExact() {
        WaitHistogram both = of(10_000_000, 30_000_000).add(of(2_000_000));
        assertThat(both.count()).isEqualTo(3);
        assertThat(both.totalMillis()).isEqualTo(42, within(1e-9));
        assertThat(both.meanMillis()).isEqualTo(14, within(1e-9));
        assertThat(both.maxMillis()).isEqualTo(30, within(1e-9));
        assertThat(Arrays.stream(both.log2()).sum()).isEqualTo(3);
    }

    @Test
    void nothingWaitedIsZero() {
        WaitHistogram none = new WaitHistogram();
        assertThat(none.meanMillis()).isZero();
        assertThat(none.quantileMillis(0.99)).isZero();
        assertThat(none.log2()).isEmpty();
    }

    @Test
    void aForgedHistogramDoesNoHarm() {
        WaitHistogram times = new WaitHistogram().add(1, 5, 5, java.util.Collections.nCopies(100, -1));
        assertThat(times.quantileMillis(0.99)).isBetween(0.0, 5e-6);
    }
}
