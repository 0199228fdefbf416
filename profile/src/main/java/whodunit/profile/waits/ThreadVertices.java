// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** A vertex for each thread. Threads that lived for a short time are the one that made them. */
final class ThreadVertices implements Vertices {
    /** Of the recording's time. */
    private static final double SHORT = 0.01;

    private final WaitRecording recording;
    private final ThreadTiers tiers;
    private final int[] vertex;
    private int folded;

    ThreadVertices(WaitRecording recording, ThreadTiers tiers) {
        this.recording = recording;
        this.tiers = tiers;
        vertex = new int[recording.threadCount()];
        double shortest = SHORT * (recording.end() - recording.start());
        for (int i = 0; i < vertex.length; i++) {
            int to = i;
            for (int steps = 0; steps < vertex.length && isShort(to, shortest) && recording.parent(to) > 0; steps++)
                to = recording.parent(to);
            vertex[i] = to;
            folded += to == i ? 0 : 1;
        }
    }

    private boolean isShort(int thread, double shortest) {
        WaitThread t = recording.thread(thread);
        return t != null && t.ended() > 0 && t.ended() - t.started() < shortest;
    }

    /** How many threads are not vertices of their own. */
    int folded() {
        return folded;
    }

    @Override
    public int of(int thread, int context) {
        return vertex[thread];
    }

    @Override
    public int count() {
        return vertex.length;
    }

    @Override
    public String name(int vertex) {
        WaitThread t = recording.thread(vertex);
        if (t == null)
            return Waker.values()[vertex].vertex;
        if (!t.recorded())
            return "(not recorded) " + t.kind();
        return tiers.count() > 1 ? tiers.name(tiers.of(vertex)) + ": " + t.name() : t.name();
    }
}
