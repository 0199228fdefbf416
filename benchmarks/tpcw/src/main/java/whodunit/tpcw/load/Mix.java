// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One of the specification's three mixes: from each interaction, with which probability which one follows. */
public final class Mix {
    private static final int SCALE = 10_000;

    private final List<String> names = new ArrayList<>();
    /** Row: from; column: to; the cumulative threshold out of 0..9999, or 0 if not reachable. */
    private final List<int[]> thresholds = new ArrayList<>();

    /** @param name browsing, shopping or ordering */
    public Mix(String name) {
        try (var in = Mix.class.getResourceAsStream("/whodunit/tpcw/mix-" + name + ".csv")) {
            if (in == null)
                throw new IllegalArgumentException(
                        "there is no mix '" + name + "': it is browsing, shopping or ordering");
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            String[] header = lines.readLine().split(",");
            for (int i = 1; i < header.length; i++)
                names.add(header[i]);
            for (int row = 0; row < names.size(); row++) {
                String[] cells = lines.readLine().split(",");
                if (!cells[0].equals(names.get(row)))
                    throw new IllegalArgumentException("row " + cells[0] + " out of order");
                int[] to = new int[names.size()];
                for (int i = 0; i < to.length; i++)
                    to[i] = Integer.parseInt(cells[i + 1]);
                thresholds.add(to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<String> interactions() {
        return List.copyOf(names);
    }

    public String next(String from, Random random) {
        int[] to = thresholds.get(names.indexOf(from));
        int drawn = random.nextInt(SCALE);
        for (int i = 0; i < to.length; i++)
            if (to[i] != 0 && drawn <= to[i])
                return names.get(i);
        throw new IllegalStateException("the row of " + from + " does not reach " + drawn);
    }

    /** The share of each interaction in the long run, in the order of {@link #interactions}. */
    public double[] stationary() {
        int n = names.size();
        double[] share = new double[n];
        java.util.Arrays.fill(share, 1.0 / n);
        for (int step = 0; step < 10_000; step++) {
            double[] next = new double[n];
            for (int from = 0; from < n; from++) {
                int before = -1;
                for (int i = 0; i < n; i++) {
                    int threshold = thresholds.get(from)[i];
                    if (threshold == 0)
                        continue;
                    next[i] += share[from] * (threshold - before) / SCALE;
                    before = threshold;
                }
            }
            share = next;
        }
        return share;
    }
}
