// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import whodunit.seda.stage.Event;
import whodunit.seda.stage.Handler;
import whodunit.seda.stage.Systems;
import whodunit.seda.stage.Waits;

/** What {@code global.profile.*} writes. */
class ProfilingTest {
    @RegisterExtension
    final Systems systems = new Systems();
    @TempDir
    Path directory;

    @Test
    void sizesAreWritten() throws Exception {
        Path file = directory.resolve("profile");
        ManagerIF manager = systems.start("global.profile.enable", "true", "global.profile.delay", "5",
                "global.profile.filename", file.toString());
        assertThat(manager.getProfiler().enabled()).isTrue();
        manager.getProfiler().add("answer", () -> 42);
        manager.createStage("S", new Handler(e -> {}), null);
        Waits.until(() -> lines(file).stream()
                .anyMatch(l -> l.startsWith("# milliseconds") && l.contains("\tanswer\tS queueLength\tS threads"))
                && lines(file).get(lines(file).size() - 1).endsWith("\t42\t0\t1"));
    }

    private static List<String> lines(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.isEmpty() ? List.of("") : lines;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theGraphOfStagesIsDrawn() throws Exception {
        Path file = directory.resolve("graph");
        ManagerIF manager = systems.start("global.profile.graph", "true", "global.profile.graphfilename",
                file.toString());
        AtomicInteger handled = new AtomicInteger();
        SinkIF last = manager.createStage("last \"one\"", new Handler(e -> handled.incrementAndGet()), null).getSink();
        SinkIF first = manager.createStage("first", new Handler(e -> {
            last.enqueue_abort(last.enqueue_prepare(new QueueElementIF[] {e}));
            last.enqueue(e);
            last.enqueue_many(new QueueElementIF[] {e, e});
            last.enqueue_commit(last.enqueue_prepare(new QueueElementIF[] {e}));
        }), null).getSink();
        first.enqueue(new Event("a"));
        assertThat(first.enqueue_lossy(new Event("b"))).isTrue();
        StageGraph graph = manager.getProfiler().getGraphProfiler();
        Waits.until(() -> {
            graph.dumpGraph();
            return lines(file).contains("  \"first\" -> \"last \\\"one\\\"\" [label=\"8\"];");
        });
        assertThat(Files.readString(file)).startsWith("digraph").contains("\"(outside)\" -> \"first\" [label=\"2\"]");
        Waits.until(() -> handled.get() == 8);
        assertThat(graph.getStages()).hasSize(2);
        assertThat(graph.getEdgesFromStage(manager.getStage("first").getWrapper())).hasSize(1);
        SinkProxy proxy = (SinkProxy) last;
        assertThat(proxy.enqueueCount).isEqualTo(10);
        assertThat(proxy.enqueueSuccessCount).isEqualTo(8);
    }
}
