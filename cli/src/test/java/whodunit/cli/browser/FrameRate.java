// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How fast frames followed each other, by the browser's own trace.
 *
 * @param median frames/s
 * @param low frames/s that 95% of the frames reach
 * @param longest milliseconds between two frames
 */
record FrameRate(int frames, double median, double low, double longest) {
    static final String CATEGORY = "disabled-by-default-devtools.timeline.frame,devtools.timeline.frame,"
            + "devtools.timeline";

    /** @param trace events of {@link #CATEGORY}: each DrawFrame is a frame; the page is whoever drew most */
    static FrameRate of(List<JsonObject> trace) {
        Map<Integer, List<Double>> drawn = trace.stream().filter(e -> e.get("name").getAsString().equals("DrawFrame"))
                .collect(Collectors.groupingBy(e -> e.get("pid").getAsInt(),
                        Collectors.mapping(e -> e.get("ts").getAsDouble(), Collectors.toList())));
        double[] at = drawn.values().stream().max(Comparator.comparingInt(List::size))
                .orElseThrow(() -> new IllegalStateException("the trace holds no frames")).stream().mapToDouble(t -> t)
                .sorted().toArray();
        if (at.length < 2)
            throw new IllegalStateException("one frame tells no rate");
        double[] gaps = new double[at.length - 1]; // microseconds
        for (int i = 0; i < gaps.length; i++)
            gaps[i] = at[i + 1] - at[i];
        Arrays.sort(gaps);
        return new FrameRate(at.length, 1e6 / gaps[gaps.length / 2], 1e6 / gaps[(int) (gaps.length * 0.95)],
                gaps[gaps.length - 1] / 1000);
    }
}
