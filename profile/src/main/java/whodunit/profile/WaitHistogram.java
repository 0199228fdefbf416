// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Arrays;
import java.util.List;

/**
 * How long waits took: number, sum and maximum exactly, quantiles from a histogram of powers of two. Times in
 * nanoseconds.
 */
public final class WaitHistogram {
    private static final int BUCKETS = 64;

    private long count;
    private long sum;
    private long max;
    /** [i]: waits of 2^i up to 2^(i+1) - 1 ns. */
    private long[] log2 = {};

    /** Adds what a record says about the same waits since the record before. */
    public WaitHistogram add(long count, long sum, long max, List<Integer> log2) {
        this.count += count;
        this.sum += sum;
        this.max = Math.max(this.max, max);
        int buckets = Math.min(BUCKETS, log2.size());
        reserve(buckets);
        for (int i = 0; i < buckets; i++)
            this.log2[i] += Integer.toUnsignedLong(log2.get(i));
        return this;
    }

    /** A new one. */
    WaitHistogram plus(WaitHistogram other) {
        return new WaitHistogram().add(this).add(other);
    }

    public WaitHistogram add(WaitHistogram other) {
        count += other.count;
        sum += other.sum;
        max = Math.max(max, other.max);
        reserve(other.log2.length);
        for (int i = 0; i < other.log2.length; i++)
            log2[i] += other.log2[i];
        return this;
    }

    private void reserve(int buckets) {
        if (log2.length < buckets)
            log2 = Arrays.copyOf(log2, buckets);
    }

    public long count() {
        return count;
    }

    public long totalNanos() {
        return sum;
    }

    public long maxNanos() {
        return max;
    }

    public double totalMillis() {
        return sum / 1e6;
    }

    public double meanMillis() {
        return count == 0 ? 0 : sum / 1e6 / count;
    }

    public double maxMillis() {
        return max / 1e6;
    }

    /**
     * The time that this part of the waits did not exceed, within a factor of two: the histogram knows powers of two,
     * and times are taken to be spread evenly between them, up to the maximum.
     *
     * @param part such as 0.99
     */
    public double quantileMillis(double part) {
        long all = 0;
        for (long n : log2)
            all += n;
        double wanted = part * all;
        double before = 0;
        for (int i = 0; i < log2.length; i++) {
            if (log2[i] > 0 && before + log2[i] >= wanted) {
                double low = Math.min(max, Math.scalb(1.0, i));
                double high = Math.min(max, Math.scalb(1.0, i + 1));
                return (low + (high - low) * (wanted - before) / log2[i]) / 1e6;
            }
            before += log2[i];
        }
        return maxMillis();
    }

    /** The histogram, without the zeros at its end. */
    public long[] log2() {
        int n = log2.length;
        while (n > 0 && log2[n - 1] == 0)
            n--;
        return Arrays.copyOf(log2, n);
    }
}
