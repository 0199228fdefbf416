// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.RecordedProcess;

/** The graph by transaction type, and where a type's time goes. */
class TransactionWaitsTest {
    private static final long MS = 1_000_000;
    private static final int ORDER = 2, REPORT = 3, PING = 4;

    @TempDir
    private Path dir;

    private static RecordedProcess process() {
        RecordedProcess p = new RecordedProcess(7, "db", false);
        p.pid = 1000;
        p.contexts.put(ORDER, new Context(ORDER, 0, Context.Kind.TRANSACTION, "Order", List.of(), 0, 0));
        p.contexts.put(REPORT, new Context(REPORT, 0, Context.Kind.TRANSACTION, "Report", List.of(), 0, 0));
        return p;
    }

    /** A thread that does orders, and one that does reports, which hold the lock for long. A third only sleeps. */
    private static void program(Simulation s) {
        Simulation.Lock lock = s.new Lock();
        Simulation.Device disk = s.new Device(Waker.DISK);
        for (int i = 0; i < 2; i++) {
            int type = i == 0 ? ORDER : REPORT;
            s.thread("connection", t -> {
                for (;;) {
                    t.context = type;
                    t.run(MS);
                    lock.lock(t);
                    t.run(type == REPORT ? 8 * MS : MS);
                    if (type == ORDER)
                        disk.serve(t, 2 * MS);
                    lock.unlock(t);
                    t.context = 0;
                    t.sleep(MS);
                }
            });
        }
        s.thread("cleaner", t -> {
            for (;;)
                t.sleep(50 * MS);
        });
    }

    private final RecordedProcess process = process();

    private WaitGraph graph(WaitAnalysis.By by) throws IOException {
        Simulation s = new Simulation();
        program(s);
        s.run(10_000 * MS).file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(process), by);
        }
    }

    @Test
    void typesWaitForTypes() throws IOException {
        WaitGraph g = graph(WaitAnalysis.By.TRANSACTION);
        assertThat(g.vertices()).extracting(WaitGraph.Vertex::name).contains("Order", "Report", "disk", "cleaner");
        assertThat(g.edges()).filteredOn(e -> e.from().equals("Order")).first()
                .satisfies(e -> assertThat(e.to()).isEqualTo("Report"));
        assertThat(g.vertices()).filteredOn(v -> v.name().equals("Report")).singleElement()
                .satisfies(v -> assertThat(v.kind()).isEqualTo(WaitGraph.Kind.TRANSACTION));
    }

    @Test
    void theTimeOfATypeIsSplit() throws IOException {
        WaitGraph g = graph(WaitAnalysis.By.TRANSACTION);
        WaitGraph.Split order = g.splits().stream().filter(s -> s.type().equals("Order")).findFirst().orElseThrow();
        assertThat(order.tier()).isEqualTo("db");
        double disk = order.parts().get(new WaitGraph.Part(Share.DISK, ""));
        double cpu = order.parts().get(new WaitGraph.Part(Share.CPU, ""));
        assertThat(cpu).as("1 ms before the lock and 1 ms with it, 2 ms of disk").isCloseTo(disk, within(0.01));
        assertThat(order.parts()).containsKey(new WaitGraph.Part(Share.LOCK, "Report"));
        assertThat(order.parts().values().stream().mapToDouble(s -> s).sum()).isCloseTo(order.seconds(), within(1e-6));
    }

    /** A thread that is called as a type is not of it, nor is one called as the disk that. */
    @Test
    void whatHasTheNameOfAnotherIsItself() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Device disk = s.new Device(Waker.DISK);
            s.thread("connection", t -> {
                for (;;) {
                    t.context = ORDER;
                    t.run(MS);
                    disk.serve(t, MS);
                    t.context = 0;
                    t.sleep(2 * MS);
                }
            });
            for (String name : List.of("Order", "disk"))
                s.thread(name, t -> {
                    for (;;) {
                        t.run(MS);
                        t.sleep(MS);
                    }
                });
        });
        WaitGraph.Split order = g.splits().stream().filter(s -> s.type().equals("Order")).findFirst().orElseThrow();
        assertThat(order.parts().get(new WaitGraph.Part(Share.CPU, ""))).isCloseTo(2, within(0.01));
        assertThat(g.vertices()).filteredOn(v -> v.name().equals("Order")).singleElement()
                .satisfies(v -> assertThat(v.cpu()).isCloseTo(0.25, within(0.01)));
        assertThat(g.vertices()).filteredOn(v -> v.kind() == WaitGraph.Kind.DEVICE).singleElement()
                .satisfies(v -> assertThat(v.cpu()).isZero());
    }

    /** Reports and pings in turns, of which no wait tells: 3 ms and 1 ms of every 8. */
    private static void loop(Simulation.Task t) {
        for (;;) {
            t.begin(REPORT);
            t.run(3 * MS);
            t.begin(PING);
            t.run(MS);
            t.context = 0;
            t.sleep(4 * MS);
        }
    }

    private WaitGraph graph(Consumer<Simulation> program) throws IOException {
        process.contexts.put(PING, new Context(PING, 0, Context.Kind.TRANSACTION, "Ping", List.of(), 0, 0));
        Simulation s = new Simulation();
        program.accept(s);
        s.run(8000 * MS).file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(process), WaitAnalysis.By.TRANSACTION, 1);
        }
    }

    private static double cpu(WaitGraph graph, String type) {
        return graph.splits().stream().filter(s -> s.type().equals(type)).findFirst()
                .map(s -> s.parts().get(new WaitGraph.Part(Share.CPU, ""))).orElse(0.0);
    }

    /** Of 8 s an order's thread computes 4; samples, too few, say 3.2. */
    @Test
    void whatIsComputedAroundAWaitIsTheRequestsAndTheRestIsDividedAsSamplesSay() throws IOException {
        process.add(new RecordedProcess.Label.Of(ORDER), List.of(), 40);
        process.add(new RecordedProcess.Label.Of(REPORT), List.of(), 45);
        process.add(new RecordedProcess.Label.Of(PING), List.of(), 15);
        WaitGraph g = graph(s -> {
            Simulation.Device disk = s.new Device(Waker.DISK);
            s.thread("connection", t -> {
                for (;;) {
                    t.context = ORDER;
                    t.run(MS);
                    disk.serve(t, MS);
                    t.run(MS);
                    t.context = 0;
                    t.sleep(MS);
                }
            });
            s.thread("loop", TransactionWaitsTest::loop);
        });
        assertThat(cpu(g, "Order")).isCloseTo(4, within(0.01));
        assertThat(cpu(g, "Report")).isCloseTo(3, within(0.01));
        assertThat(cpu(g, "Ping")).isCloseTo(1, within(0.01));
    }

    /** A report of 1 ms and a ping of 3 in turns, one each 8 ms; samples, too few, say the contrary. */
    @Test
    void whatIsComputedBetweenWaitsIsTheRequestsThatHasBegun() throws IOException {
        process.add(new RecordedProcess.Label.Of(REPORT), List.of(), 3);
        process.add(new RecordedProcess.Label.Of(PING), List.of(), 1);
        WaitGraph g = graph(s -> s.thread("worker", t -> {
            for (;;) {
                t.begin(REPORT);
                t.run(MS);
                t.context = 0;
                t.sleep(2 * MS);
                t.begin(PING);
                t.run(3 * MS);
                t.context = 0;
                t.sleep(2 * MS);
            }
        }));
        assertThat(cpu(g, "Report")).isCloseTo(1, within(0.01));
        assertThat(cpu(g, "Ping")).isCloseTo(3, within(0.01));
    }

    /** A worker's start, half of a sample's time: that a rare type has two samples, not one, does not make it its. */
    @Test
    void aRestThatSamplesCannotDivideIsEverybodys() throws IOException {
        process.add(new RecordedProcess.Label.Of(REPORT), List.of(), 18);
        process.add(new RecordedProcess.Label.Of(PING), List.of(), 2);
        WaitGraph g = graph(s -> s.thread("worker", t -> {
            t.run(60 * MS);
            t.sleep(MS);
            for (int i = 1;; i++) {
                t.begin(i % 20 == 0 ? PING : REPORT);
                t.run(MS);
                t.context = 0;
                t.sleep(2 * MS);
            }
        }));
        assertThat(cpu(g, "Ping") / (cpu(g, "Ping") + cpu(g, "Report"))).isCloseTo(0.05, within(0.002));
    }

    /** A loop's wait for the disk tells whose that is, and nothing of what the loop did before. */
    @Test
    void aWaitTellsNoMoreThanSamplesAllow() throws IOException {
        process.add(new RecordedProcess.Label.Of(ORDER), List.of(), 400);
        process.add(new RecordedProcess.Label.Of(REPORT), List.of(), 1200);
        WaitGraph g = graph(s -> {
            Simulation.Device disk = s.new Device(Waker.DISK);
            s.thread("loop", t -> {
                for (;;) {
                    t.context = REPORT;
                    t.run(3 * MS);
                    t.context = ORDER;
                    t.run(MS);
                    disk.serve(t, 4 * MS);
                }
            });
        });
        double error = 3 * Math.sqrt(401) / 1600;
        assertThat(cpu(g, "Order")).isCloseTo(4 * (0.25 + error), within(0.01));
        assertThat(cpu(g, "Report")).isCloseTo(4 * (0.75 - error), within(0.01));
    }

    /** Before a request is known, and after it is answered: the same for each. */
    @Test
    void whatThreadsComputeWithoutARequestIsDividedByTheNumberOfRequests() throws IOException {
        process.add(new RecordedProcess.Label.Of(PING), List.of(), 600);
        process.add(new RecordedProcess.Label.Of(Context.ROOT), List.of(), 100);
        process.add(new RecordedProcess.Label.Missing("background thread"), List.of(), 300);
        process.counts.add(PING, 0, 1, new ContextCounts(3, 0, 0, 0));
        process.counts.add(REPORT, 0, 1, new ContextCounts(1, 0, 0, 0));
        WaitGraph g = graph(s -> s.thread("loop", TransactionWaitsTest::loop));
        assertThat(cpu(g, "Ping")).isCloseTo(4 * (0.6 + 0.075), within(0.01));
        assertThat(cpu(g, "Report")).isCloseTo(4 * 0.025, within(0.01));
    }

    @Test
    void aTierIsOneVertex() throws IOException {
        assertThat(graph(WaitAnalysis.By.TIER).vertices()).extracting(WaitGraph.Vertex::name)
                .containsExactlyInAnyOrderElementsOf(Set.of("db", "disk", "timer"));
    }

    @Test
    void nothingIsConcludedFromARecordingThatLostMuch() throws IOException {
        Simulation s = new Simulation();
        program(s);
        s.run(1000 * MS).file.total("dropped", 50).write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            assertThat(recording.droppedPct()).isGreaterThan(WaitAnalysis.MOST_DROPPED_PCT);
            WaitGraph g = WaitAnalysis.of(recording, List.of(process()), WaitAnalysis.By.THREAD);
            assertThat(g.knots()).isEmpty();
            assertThat(g.explanation()).anyMatch(line -> line.startsWith("no conclusion"));
        }
    }
}
