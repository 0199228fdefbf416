// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import java.util.List;
import java.util.Map;
import whodunit.profile.waits.Share;
import whodunit.profile.waits.WaitGraph;
import whodunit.profile.waits.WaitKind;

/** A graph of waits for tests: readers and a writer that wait for a converter, with names that drive other formats. */
public final class WaitGraphs {
    private WaitGraphs() {}

    public static WaitGraph converter() {
        WaitGraph.Site site = new WaitGraph.Site(WaitKind.FUTEX, 0.9,
                List.of("__futex_wait", "queue_put<int>", "read_all"), List.of("pthread_cond_signal", "convert \"x\""));
        return new WaitGraph(10, 1000, 0, List.of(
                new WaitGraph.Vertex("convert", WaitGraph.Kind.THREADS, 1, 0.95, 0.05, 0),
                new WaitGraph.Vertex("read", WaitGraph.Kind.THREADS, 4, 0.4, 0.1, 3.5),
                new WaitGraph.Vertex("<write> \"&\\", WaitGraph.Kind.THREADS, 1, 0.2, 0, 0.8),
                new WaitGraph.Vertex("timer", WaitGraph.Kind.TIMER, 0, 0, 0, 0)),
                List.of(new WaitGraph.Edge("read", "convert", 3.5, 3.25, 700, List.of(site), true),
                        new WaitGraph.Edge("<write> \"&\\", "convert", 0.5, 0.5, 200, List.of(), true),
                        new WaitGraph.Edge("read", "read", 0.25, 0.25, 30, List.of(), false),
                        new WaitGraph.Edge("<write> \"&\\", "timer", 0.3, 0.3, 100, List.of(), false)),
                List.of(new WaitGraph.Knot(List.of("convert"))),
                List.of(new WaitGraph.Split("Order", "db", 2,
                        Map.of(new WaitGraph.Part(Share.CPU, ""), 0.5, new WaitGraph.Part(Share.LOCK, "Report"), 1.5),
                        Map.of(new WaitGraph.Part(Share.LOCK, "Report"), 0.25))),
                List.of("step one", "step two"));
    }
}
