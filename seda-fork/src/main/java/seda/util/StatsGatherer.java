// SPDX-License-Identifier: Apache-2.0
package seda.util;

import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Sums up values: number, mean, extremes, and a histogram of buckets of equal width. */
public class StatsGatherer {
    private static final ConcurrentHashMap<String, StatsGatherer> ALL = new ConcurrentHashMap<>();

    public int num;
    public double maxVal;
    public double minVal;
    public double cumulativeVal;
    private final String name;
    private final String tag;
    private final int bucketSize;
    private final int dumpEvery;
    /** Bucket n holds values from n * bucketSize, up to the next bucket. */
    private final TreeMap<Long, Integer> buckets = new TreeMap<>();

    /**
     * @param name under which it can be looked up
     * @param tag begins every line that is printed
     * @param bucketSize width of a bucket; 0: no histogram
     * @param dumpEvery prints the histogram each time so many values were added; 0: never
     */
    public StatsGatherer(String name, String tag, int bucketSize, int dumpEvery) {
        this.name = name;
        this.tag = tag;
        this.bucketSize = bucketSize;
        this.dumpEvery = dumpEvery;
        ALL.put(name, this);
    }

    public StatsGatherer(String name, String tag, int bucketSize) {
        this(name, tag, bucketSize, 0);
    }

    /** Null if there is none of that name. */
    public static StatsGatherer lookup(String name) {
        return ALL.get(name);
    }

    @SuppressWarnings("rawtypes")
    public static Enumeration lookupAll() {
        return Collections.enumeration(ALL.values());
    }

    public static void dumpAll() {
        ALL.values().forEach(StatsGatherer::dumpHistogram);
    }

    public synchronized void reset() {
        num = 0;
        maxVal = minVal = cumulativeVal = 0;
        buckets.clear();
    }

    public synchronized void add(double value) {
        maxVal = num == 0 ? value : Math.max(maxVal, value);
        minVal = num == 0 ? value : Math.min(minVal, value);
        cumulativeVal += value;
        num++;
        if (bucketSize > 0)
            buckets.merge((long) Math.floor(value / bucketSize), 1, Integer::sum);
        if (dumpEvery > 0 && num % dumpEvery == 0)
            dumpHistogram();
    }

    /** Prints one line for each bucket that is not empty: its lower end, and its count. */
    public synchronized void dumpHistogram() {
        System.err.println(tag + " " + name + ": " + num + " values, mean " + MDWUtil.format(mean())
                + ", min " + MDWUtil.format(minVal) + ", max " + MDWUtil.format(maxVal));
        for (Map.Entry<Long, Integer> b : buckets.entrySet())
            System.err.println(tag + " " + b.getKey() * bucketSize + " " + b.getValue());
    }

    public synchronized int num() {
        return num;
    }

    /** 0 if there are no values. */
    public synchronized double mean() {
        return num == 0 ? 0 : cumulativeVal / num;
    }

    public synchronized double min() {
        return minVal;
    }

    public synchronized double max() {
        return maxVal;
    }

    /**
     * A value that so many values do not exceed, to the width of a bucket; without a histogram the largest value.
     *
     * @param fraction 0 to 1
     */
    public synchronized double percentile(double fraction) {
        long below = 0;
        for (Map.Entry<Long, Integer> b : buckets.entrySet()) {
            below += b.getValue();
            if (below >= fraction * num)
                return Math.min((b.getKey() + 1.0) * bucketSize, maxVal);
        }
        return maxVal;
    }
}
