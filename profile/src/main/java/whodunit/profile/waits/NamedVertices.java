// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import whodunit.profile.ContextTypes;
import whodunit.profile.RecordedProcess;

/**
 * Vertices that many threads share: transaction types, with the threads that work for none under their own names; or
 * tiers.
 */
final class NamedVertices implements Vertices {
    private final ThreadTiers tiers;
    /** Null: by tier. */
    private final ContextTypes types;
    /** What a vertex is made of: what has one name is not always one. */
    private enum Of {
        NO_THREAD, OTHERS, RECORDED, TYPE
    }

    private record Name(Of of, String text) {}

    private final List<String> names = new ArrayList<>();
    private final Map<Name, Integer> numbers = new HashMap<>();
    private final int[] background;
    private record Id(long process, int context) {}

    /** The vertex; -1 if it is no transaction. */
    private final Map<Id, Integer> ofContext = new ConcurrentHashMap<>();

    private NamedVertices(WaitRecording recording, ThreadTiers tiers, ContextTypes types, Vertices threads) {
        this.tiers = tiers;
        this.types = types;
        background = new int[recording.threadCount()];
        for (int i = 0; i < background.length; i++) {
            boolean recorded = tiers.isRecorded(i);
            background[i] = number(recorded ? Of.RECORDED : recording.thread(i) == null ? Of.NO_THREAD : Of.OTHERS,
                    types == null && recorded ? tiers.name(tiers.of(i)) : threads.name(threads.of(i, 0)));
        }
    }

    static NamedVertices tiers(WaitRecording recording, ThreadTiers tiers, Vertices threads) {
        return new NamedVertices(recording, tiers, null, threads);
    }

    static NamedVertices types(WaitRecording recording, ThreadTiers tiers, ContextTypes types, Vertices threads) {
        return new NamedVertices(recording, tiers, types, threads);
    }

    private synchronized int number(Of of, String name) {
        return numbers.computeIfAbsent(new Name(of, name), n -> {
            names.add(name);
            return names.size() - 1;
        });
    }

    @Override
    public int of(int thread, int context) {
        if (types == null || context == 0)
            return background[thread];
        RecordedProcess process = tiers.process(thread);
        if (process == null)
            return background[thread];
        Id key = new Id(process.uid, context);
        Integer known = ofContext.get(key);
        if (known == null)
            ofContext.put(key, known = type(process, context));
        return known < 0 ? background[thread] : known;
    }

    private synchronized int type(RecordedProcess process, int context) {
        return types.of(process, context).map(type -> number(Of.TYPE, type)).orElse(-1);
    }

    boolean areTiers() {
        return types == null;
    }

    /** A thread that is this vertex while it works for no transaction; -1 if there is none. */
    int example(int vertex) {
        for (int i = 0; i < background.length; i++)
            if (background[i] == vertex)
                return i;
        return -1;
    }

    /** Whether the vertex is a transaction type. */
    boolean isType(int vertex) {
        return ofContext.containsValue(vertex);
    }

    @Override
    public synchronized int count() {
        return names.size();
    }

    @Override
    public synchronized String name(int vertex) {
        return names.get(vertex);
    }
}
