// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * What a request's time is before its thread works for it. A thread is woken with no context, is ready for a while, and
 * knows only then for whom; and if another thread has taken the request from its connection, such as a poller, it was
 * under way since that one was woken. Seen backwards, so what a thread does next is known.
 */
final class RequestStarts {
    /** Of one thread that hands over; more are of one that is no poller. */
    private static final int MOST = 1000;

    /** A thread was woken for a request, whose type is this vertex. */
    private record Handover(long time, int type, int tier) {}

    private final Vertices vertices;
    private final ThreadTiers tiers;
    private final SweepSums sums;
    private final long start;
    /** By thread: the context that it has after the time of the sweep; 0: none, or not known. */
    private final int[] later;
    /** By the thread that hands over. */
    private final Map<Integer, List<Handover>> underWay = new HashMap<>();

    RequestStarts(WaitRecording recording, Vertices vertices, ThreadTiers tiers, SweepSums sums) {
        this.vertices = vertices;
        this.tiers = tiers;
        this.sums = sums;
        start = recording.start();
        later = new int[recording.threadCount()];
    }

    /**
     * Takes the thread's interval before those that it has taken.
     *
     * @return the context for which the thread is ready at its end
     */
    int take(Intervals in, int i, int thread, WaitKind kind, Waker waker, int by) {
        if (underWay.containsKey(thread))
            arrive(in, i, thread, kind);
        int context = in.context[i], next = later[thread];
        if (context != 0 || kind == WaitKind.PREEMPTED) {
            if (context != 0)
                next = context;
            later[thread] = context == 0 && in.begun[i] > 0 ? in.lastBegun[i] : next;
            return next;
        }
        later[thread] = in.begun[i] > 0 ? in.lastBegun[i] : 0;
        if (next != 0 && waker == Waker.THREAD && by != thread && tiers.isRecorded(by)
                && tiers.isSameProcess(thread, by)) {
            List<Handover> all = underWay.computeIfAbsent(by, t -> new ArrayList<>());
            if (all.size() < MOST)
                all.add(new Handover(in.woken[i], vertices.of(thread, next), tiers.of(thread)));
        }
        return next;
    }

    private void arrive(Intervals in, int i, int thread, WaitKind kind) {
        if (kind != WaitKind.EPOLL && kind != WaitKind.SOCKET && kind != WaitKind.PIPE)
            return;
        List<Handover> all = underWay.get(thread);
        for (Iterator<Handover> it = all.iterator(); it.hasNext();) {
            Handover h = it.next();
            if (in.running[i] > h.time)
                continue;
            long nanos = h.time - Math.max(start, in.woken[i]);
            if (in.context[i] == 0 && nanos > 0) {
                sums.handsOver[thread] = true;
                sums.shares.add(h.type, h.type, Share.HANDOVER.ordinal(), h.tier, 0, nanos, 0, 1);
            }
            it.remove();
        }
        if (all.isEmpty())
            underWay.remove(thread);
    }
}
