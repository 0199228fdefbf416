// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose bottleneck is known, and where making that faster helps, making something else faster does not. */
class KnownGraphsTest {
    private static final long MS = 1_000_000, RUN = 20_000 * MS;

    @TempDir
    private Path dir;

    private WaitGraph graph(Consumer<Simulation> program) throws IOException {
        Simulation s = new Simulation();
        program.accept(s);
        s.run(RUN).file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD);
        }
    }

    private static Set<Set<String>> knots(WaitGraph g) {
        Set<Set<String>> all = new java.util.HashSet<>();
        g.knots().forEach(k -> all.add(new TreeSet<>(k.vertices())));
        return all;
    }

    private static double weight(WaitGraph g, String from, String to) {
        return g.edges().stream().filter(e -> e.from().equals(from) && e.to().equals(to))
                .mapToDouble(WaitGraph.Edge::weight).findFirst().orElse(0);
    }

    private static int done(String thread, Consumer<Simulation> program) {
        Simulation s = new Simulation();
        program.accept(s);
        return s.run(RUN).done.get(thread);
    }

    /** A takes requests in, B works on them and needs the disk, C only writes its log now and then. */
    private static Consumer<Simulation> figure1(long a, long b, long disk) {
        return s -> {
            Simulation.Queue queue = s.new Queue(4);
            Simulation.Device device = s.new Device(Waker.DISK);
            s.thread("A", t -> {
                for (;;) {
                    t.run(a);
                    queue.put(t);
                }
            });
            s.thread("B", t -> {
                for (;;) {
                    queue.take(t);
                    t.run(b);
                    device.serve(t, disk);
                    t.work();
                }
            });
            s.thread("C", t -> {
                for (;;) {
                    t.sleep(500 * MS);
                    t.run(MS);
                    device.serve(t, 2 * MS);
                }
            });
        };
    }

    @Test
    void figure1() throws IOException {
        WaitGraph g = graph(figure1(2 * MS, MS, 5 * MS));
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("disk")));
        // A waits for B two thirds of the time, and through it for the disk; B for the disk five sixths
        assertThat(weight(g, "A", "B")).isBetween(0.64, 0.69);
        assertThat(weight(g, "B", "disk")).isBetween(1.3, 1.7);
        int before = done("B", figure1(2 * MS, MS, 5 * MS));
        assertThat(done("B", figure1(MS, MS, 5 * MS))).isBetween(before - 2, before + 2);
        assertThat(done("B", figure1(2 * MS, MS, 3 * MS))).isGreaterThan(before * 13 / 10);
    }

    private static Consumer<Simulation> pipeline(long first, long second, long third) {
        return s -> {
            Simulation.Queue a = s.new Queue(8), b = s.new Queue(8);
            s.thread("read", t -> {
                for (;;) {
                    t.run(first);
                    a.put(t);
                }
            });
            s.thread("convert", t -> {
                for (;;) {
                    a.take(t);
                    t.run(second);
                    b.put(t);
                }
            });
            s.thread("write", t -> {
                for (;;) {
                    b.take(t);
                    t.run(third);
                    t.work();
                }
            });
        };
    }

    @Test
    void aPipelineWaitsForItsSlowStage() throws IOException {
        WaitGraph g = graph(pipeline(MS, 4 * MS, 2 * MS));
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("convert")));
        assertThat(weight(g, "read", "convert")).isBetween(0.74, 0.76);
        assertThat(weight(g, "write", "convert")).isBetween(0.49, 0.51);
        int before = done("write", pipeline(MS, 4 * MS, 2 * MS));
        assertThat(done("write", pipeline(MS / 2, 4 * MS, MS))).isBetween(before - 2, before + 2);
        assertThat(done("write", pipeline(MS, 3 * MS, 2 * MS))).isGreaterThan(before * 5 / 4);
    }

    @Test
    void aConvoyIsTheThreadsThatWantTheLock() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Lock lock = s.new Lock();
            for (int i = 0; i < 4; i++)
                s.thread("worker" + i, t -> {
                    for (;;) {
                        t.run(MS);
                        lock.lock(t);
                        t.run(2 * MS);
                        lock.unlock(t);
                    }
                });
            s.thread("idle", t -> {
                for (;;)
                    t.sleep(100 * MS);
            });
        });
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("worker0", "worker1", "worker2", "worker3")));
        assertThat(g.edges()).extracting(WaitGraph.Edge::from).contains("idle");
    }

    @Test
    void threadsOfOneNameAreOneVertexThatWaitsForItself() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Lock lock = s.new Lock();
            for (int i = 0; i < 4; i++)
                s.thread("worker", t -> {
                    for (;;) {
                        lock.lock(t);
                        t.run(2 * MS);
                        lock.unlock(t);
                    }
                });
        });
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("worker")));
        assertThat(g.vertices()).singleElement().satisfies(v -> assertThat(v.threads()).isEqualTo(4));
        // three of four wait at a time: one, two and three deep
        assertThat(weight(g, "worker", "worker")).isBetween(5.9, 6.1);
        assertThat(g.edges().get(0).direct()).isBetween(2.95, 3.05);
    }

    @Test
    void aRing() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Queue[] between = {s.new Queue(1), s.new Queue(1), s.new Queue(1)};
            for (int i = 0; i < 3; i++) {
                int own = i;
                s.thread("ring" + i, t -> {
                    for (boolean token = own == 0;; token = false) {
                        if (!token)
                            between[own].take(t);
                        t.run(MS);
                        between[(own + 1) % 3].put(t);
                    }
                });
            }
        });
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("ring0", "ring1", "ring2")));
        // each waits two thirds, one third of it for one that waits itself
        assertThat(weight(g, "ring1", "ring0")).isBetween(0.98, 1.01);
    }

    @Test
    void aPoolBehindASmallQueue() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Queue queue = s.new Queue(1);
            s.thread("listener", t -> {
                for (;;) {
                    t.run(3 * MS);
                    queue.put(t);
                }
            });
            for (int i = 0; i < 4; i++)
                s.thread("pool", t -> {
                    for (;;) {
                        queue.take(t);
                        t.run(2 * MS);
                    }
                });
        });
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("listener")));
    }

    @Test
    void aForkJoinWaitsForItsLongestPart() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Queue short1 = s.new Queue(1), long1 = s.new Queue(1), joined = s.new Queue(2);
            s.thread("main", t -> {
                for (;;) {
                    t.run(MS);
                    short1.put(t);
                    long1.put(t);
                    joined.take(t);
                    joined.take(t);
                }
            });
            s.thread("short", t -> {
                for (;;) {
                    short1.take(t);
                    t.run(2 * MS);
                    joined.put(t);
                }
            });
            s.thread("long", t -> {
                for (;;) {
                    long1.take(t);
                    t.run(9 * MS);
                    joined.put(t);
                }
            });
        });
        // the long part waits for main a tenth of the time only
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("long")));
    }

    @Test
    void diskBound() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Device disk = s.new Device(Waker.DISK);
            for (int i = 0; i < 3; i++)
                s.thread("worker" + i, t -> {
                    for (;;) {
                        t.run(MS);
                        disk.serve(t, 4 * MS);
                    }
                });
        });
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("disk")));
    }

    @Test
    void networkBound() throws IOException {
        WaitGraph g = graph(s -> {
            Simulation.Device network = s.new Device(Waker.NETWORK);
            for (int i = 0; i < 3; i++)
                s.thread("worker" + i, t -> {
                    for (;;) {
                        t.run(MS);
                        network.serve(t, 4 * MS);
                    }
                });
        });
        assertThat(knots(g)).isEqualTo(Set.of(Set.of("network")));
        assertThat(g.explanation()).anyMatch(line -> line.contains("outside"));
    }
}
