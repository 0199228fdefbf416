// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cascaded redistribution over a range of time, backwards. At each moment a thread waits for at most one other, so the
 * waits are a forest, and the weight of a wait is the number of threads that wait for it, through any number of others,
 * with the thread itself. Summed over time that is the published rule: a wait A for B counts for its length, and each
 * wait B for C within it for as long as both last. Backwards, since it is known who ends a wait when it ends; so memory
 * is that of the threads, however long the recording is.
 */
final class Sweep {
    /** Chains are not followed further. */
    private static final int DEEPEST = 1000;

    final SweepSums sums;

    private final WaitRecording recording;
    private final Vertices vertices;
    private final ThreadTiers tiers;
    private final WaitStacks stacks;
    private final long after;
    private final long until;
    private final long once;
    private long now;

    private final Waits waits;
    private final RequestStarts starts;
    /** Null where vertices are no types. */
    private final Stretches stretches;
    private final TimeHeap ready = new TimeHeap();
    private final TimeHeap active = new TimeHeap();

    /** When each thread ran again after the wait that was taken last: its next one. */
    private final long[] following;

    // of threads that wait
    private final int[] wait;
    private final int[] target;
    private final long[] since;
    private final long[] direct;
    private final long[] cascaded;
    // of all: how many wait for it, and which; the vertex that it is now
    private final long[] behind;
    private final int[] child;
    private final int[] next;
    private final int[] previous;
    private final int[] vertex;

    Sweep(WaitRecording recording, Vertices vertices, ThreadTiers tiers, WaitStacks stacks, long after,
            long until) {
        this.recording = recording;
        this.vertices = vertices;
        this.tiers = tiers;
        this.stacks = stacks;
        this.after = after;
        this.until = until;
        once = recording.once();
        int n = recording.threadCount();
        waits = new Waits();
        sums = new SweepSums(n);
        starts = new RequestStarts(recording, vertices, tiers, sums);
        stretches = vertices instanceof NamedVertices named && !named.areTiers()
                ? new Stretches(vertices, tiers, sums, n)
                : null;
        following = new long[n];
        Arrays.fill(following, until); // of the waits that cross it the stacks are another range's matter
        wait = new int[n];
        target = new int[n];
        since = new long[n];
        direct = new long[n];
        cascaded = new long[n];
        behind = new long[n];
        child = new int[n];
        next = new int[n];
        previous = new int[n];
        vertex = new int[n];
        for (int i = 0; i < n; i++) {
            wait[i] = child[i] = next[i] = previous[i] = target[i] = -1;
            vertex[i] = vertices.of(i, 0);
        }
    }

    void run() throws IOException {
        now = until;
        crossing();
        List<BlockCursor> cursors = new ArrayList<>();
        for (int f = 0; f < recording.files.size(); f++) {
            BlockCursor c = new BlockCursor(f, recording.files.get(f), after, until);
            if (c.previous())
                cursors.add(c);
            else
                sums.damaged += c.damaged();
        }
        while (step(cursors)) {}
        now = after;
        while (!active.isEmpty())
            end(active.pop(), after);
        if (stretches != null)
            stretches.end();
    }

    /** To the next moment at which anything changes. */
    private boolean step(List<BlockCursor> cursors) throws IOException {
        BlockCursor latest = null;
        for (BlockCursor c : cursors)
            if (latest == null || c.time() > latest.time())
                latest = c;
        long read = latest == null ? Long.MIN_VALUE : latest.time();
        long time = Math.max(read, Math.max(ready.time(), active.time()));
        if (time <= after)
            return false;
        now = Math.min(now, time);
        if (read == time) {
            take(latest.intervals, latest.at, latest.file, true);
            if (!latest.previous()) {
                cursors.remove(latest);
                sums.damaged += latest.damaged();
            }
        } else if (active.time() == time) // ends before it begins, or a thread would wait twice
            end(active.pop(), now);
        else
            begin(ready.pop());
        return true;
    }

    /** What waits at the end of the range and beyond. */
    private void crossing() throws IOException {
        if (until == recording.end())
            return; // what does not end within the time is left out
        for (int f = 0; f < recording.files.size(); f++) {
            WaitFile file = recording.files.get(f);
            BlockCursor cursor = new BlockCursor(f, file, after, until);
            for (BlockHead head : file.blocks)
                if (head.first() < until && head.last() > until) {
                    Intervals all = cursor.block(head);
                    for (int i = 0; i < all.count; i++)
                        if (all.running[i] > until && all.blocked[i] < until)
                            take(all, i, f, false);
                }
        }
    }

    /** @param own whether the interval belongs to this range, which then counts what the thread did */
    private void take(Intervals in, int i, int file, boolean own) {
        int thread = recording.thread(file, in.thread[i]);
        WaitKind kind = WaitKind.of(in.kind[i]);
        Waker waker = Waker.of(in.waker[i]);
        int by = waker == Waker.THREAD ? recording.thread(file, in.wakerThread[i]) : waker.ordinal();
        boolean recorded = waker == Waker.THREAD && tiers.isRecorded(by);
        if (kind == WaitKind.DISK && !recorded)
            by = Waker.DISK.ordinal(); // an interrupt, or a kernel thread, that finishes the request
        if (own)
            count(in, i, thread, kind, waker, by, recorded);
        if (kind == WaitKind.PREEMPTED)
            return;
        int stack = recording.stack(file, in.stack[i]);
        if (own) {
            stack = stacks.of(thread, stack, in.running[i], following[thread]);
            following[thread] = in.running[i];
        }
        if (thread == by || in.blocked[i] == in.woken[i])
            return;
        if (in.woken[i] - in.blocked[i] >= once) {
            sums.leftOut += own ? 1 : 0;
            sums.leftOutNanos[thread] += own ? in.woken[i] - Math.max(recording.start(), in.blocked[i]) : 0;
            return;
        }
        int slot = waits.add(thread, by, in.context[i], in.wakerContext[i], in.kind[i],
                stack, recording.stack(file, in.wakerStack[i]), in.blocked[i], own);
        ready.push(Math.min(in.woken[i], now), slot);
    }

    private void count(Intervals in, int i, int thread, WaitKind kind, Waker waker, int by, boolean recorded) {
        long start = recording.start(), blocked = Math.max(start, in.blocked[i]);
        long woken = Math.max(start, in.woken[i]), ran = Math.min(in.ran[i], Math.max(0, in.blocked[i] - start));
        long runnable = in.running[i] - woken, waited = woken - blocked;
        sums.intervals++;
        sums.ranNanos[thread] += ran;
        sums.runnableNanos[thread] += runnable;
        sums.waitedNanos[thread] += waited;
        int own = vertices.of(thread, in.context[i]), tier = tiers.of(thread);
        int readyFor = vertices.of(thread, starts.take(in, i, thread, kind, waker, by));
        if (stretches != null)
            stretches.take(in, i, thread, ran);
        if (ran > 0)
            sums.shares.add(own, own, Share.CPU.ordinal(), tier, 0, ran, ran, 1);
        if (runnable > 0)
            sums.shares.add(readyFor, readyFor, Share.RUNNABLE.ordinal(), tier, 0, runnable, runnable, 1);
        if (waited > 0) {
            boolean other = recorded && !tiers.isSameProcess(thread, by);
            Share share = Share.of(kind, waker, recorded, other);
            sums.shares.add(own, vertices.of(by, in.wakerContext[i]), share.ordinal(), tier, tiers.of(by), waited,
                    runnable, 1);
        }
    }

    /** Backwards: the thread is woken now, so it waits from here on. */
    private void begin(int slot) {
        int thread = waits.thread[slot], by = waits.by[slot];
        if (waits.blocked[slot] >= now || wait[thread] >= 0) { // the latter is damage: it cannot wait twice
            waits.free(slot);
            return;
        }
        becomes(thread, vertices.of(thread, waits.context[slot]));
        becomes(by, vertices.of(by, waits.byContext[slot]));
        wait[thread] = slot;
        since[thread] = now;
        direct[thread] = cascaded[thread] = 0;
        boolean loop = reaches(by, thread);
        target[thread] = by;
        waits.loop[slot] = loop;
        link(thread, by);
        if (!loop)
            propagate(by, 1 + behind[thread]);
        active.push(waits.blocked[slot], thread);
    }

    /** Backwards: the thread is blocked now, so before this it ran. */
    private void end(int thread, long time) {
        int slot = wait[thread];
        if (slot < 0)
            return;
        pass(thread, time);
        emit(thread);
        int by = target[thread];
        boolean loop = waits.loop[slot];
        unlink(thread, by);
        wait[thread] = -1;
        target[thread] = -1;
        if (!loop)
            propagate(by, -(1 + behind[thread]));
        waits.free(slot);
    }

    private boolean reaches(int from, int thread) {
        int steps = 0;
        for (int t = from; t >= 0; t = wait[t] < 0 || waits.loop[wait[t]] ? -1 : target[t])
            if (t == thread || ++steps > DEEPEST)
                return true;
        return false;
    }

    private void propagate(int from, long change) {
        for (int t = from; t >= 0; t = wait[t] < 0 || waits.loop[wait[t]] ? -1 : target[t]) {
            if (wait[t] >= 0)
                pass(t, now);
            behind[t] += change;
        }
    }

    /** Adds up the thread's wait until now. */
    private void pass(int thread, long time) {
        long passed = since[thread] - time;
        direct[thread] += passed;
        cascaded[thread] += passed * (1 + behind[thread]);
        since[thread] = time;
    }

    private void emit(int thread) {
        if (cascaded[thread] == 0)
            return;
        int slot = wait[thread];
        sums.edges.add(vertex[thread], vertex[target[thread]], waits.kind[slot], waits.stack[slot], waits.byStack[slot],
                cascaded[thread], direct[thread], waits.own[slot] ? 1 : 0);
        waits.own[slot] = false;
        direct[thread] = cascaded[thread] = 0;
    }

    /** The thread is that vertex now: who waits for it waits for that one. */
    private void becomes(int thread, int other) {
        if (vertex[thread] == other)
            return;
        for (int c = child[thread]; c >= 0; c = next[c]) {
            pass(c, now);
            emit(c);
        }
        if (wait[thread] < 0)
            vertex[thread] = other;
    }

    private void link(int thread, int to) {
        next[thread] = child[to];
        previous[thread] = -1;
        if (child[to] >= 0)
            previous[child[to]] = thread;
        child[to] = thread;
    }

    private void unlink(int thread, int from) {
        if (previous[thread] >= 0)
            next[previous[thread]] = next[thread];
        else
            child[from] = next[thread];
        if (next[thread] >= 0)
            previous[next[thread]] = previous[thread];
    }
}
