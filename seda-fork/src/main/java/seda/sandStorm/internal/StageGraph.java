// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * Which stage enqueues to which, and how often ({@code global.profile.graph}). Knows single steps; paths are the
 * recording's.
 */
public class StageGraph {
    private final String file;
    private final Set<StageWrapperIF> stages = new LinkedHashSet<>();
    private final List<StageGraphEdge> edges = new ArrayList<>();
    private final Map<Thread, StageWrapperIF> threads = new WeakHashMap<>();

    StageGraph(String file) {
        this.file = file;
    }

    public synchronized StageWrapperIF[] getStages() {
        return stages.toArray(new StageWrapperIF[0]);
    }

    public synchronized StageGraphEdge[] getEdges() {
        return edges.toArray(new StageGraphEdge[0]);
    }

    public synchronized StageGraphEdge[] getEdgesFromStage(StageWrapperIF stage) {
        return edges.stream().filter(e -> e.from == stage).toArray(StageGraphEdge[]::new);
    }

    /** The stage that the thread runs; null if it runs none. */
    public synchronized StageWrapperIF getStageFromThread(Thread thread) {
        return threads.get(thread);
    }

    public synchronized void addStage(StageWrapperIF stage) {
        stages.add(stage);
    }

    /** From now on the thread runs the stage. */
    public synchronized void addThread(Thread thread, StageWrapperIF stage) {
        threads.put(thread, stage);
    }

    /** Adds the edge, or its count to the same edge. */
    public synchronized void addEdge(StageGraphEdge edge) {
        for (StageGraphEdge e : edges) {
            if (e.isSameAs(edge)) {
                e.count += edge.count;
                return;
            }
        }
        edges.add(edge);
    }

    /** Writes the graph in graphviz's language to {@code global.profile.graphfilename}. */
    public synchronized void dumpGraph() {
        try (PrintWriter out = new PrintWriter(file, StandardCharsets.UTF_8)) {
            out.println("digraph sandstorm {");
            for (StageWrapperIF s : stages)
                out.println("  " + quoted(s) + ";");
            for (StageGraphEdge e : edges)
                out.println("  " + quoted(e.from) + " -> " + quoted(e.to) + " [label=\"" + e.count + "\"];");
            out.println("}");
        } catch (IOException e) {
            System.err.println("Sandstorm: the graph of stages cannot be written: " + e);
        }
    }

    private static String quoted(StageWrapperIF stage) {
        String name = stage == null ? "(outside)" : stage.getStage().getName();
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
