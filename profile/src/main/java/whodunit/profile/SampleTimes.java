// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * When samples were taken: how many in which slot of time. Slots are counted from 1970 in units of
 * {@link #slotNanos}; a view on arrays that many share.
 */
public final class SampleTimes {
    /** Is told one slot's samples. */
    public interface Visitor {
        void slot(long slot, long samples);
    }

    private final long[] slots;
    private final long[] counts;
    private final int from;
    private final int to;
    private final long slotNanos;

    SampleTimes(long[] slots, long[] counts, int from, int to, long slotNanos) {
        this.slots = slots;
        this.counts = counts;
        this.from = from;
        this.to = to;
        this.slotNanos = slotNanos;
    }

    public long slotNanos() {
        return slotNanos;
    }

    /** Each slot that has samples, in no particular order. */
    public void forEach(Visitor visitor) {
        for (int i = from; i < to; i++)
            visitor.slot(slots[i], counts[i]);
    }

    public long samples() {
        long n = 0;
        for (int i = from; i < to; i++)
            n += counts[i];
        return n;
    }

    /**
     * Only the slots that begin in a range of time.
     *
     * @param fromNanos since 1970, inclusive
     * @param toNanos since 1970, exclusive
     */
    public SampleTimes within(long fromNanos, long toNanos) {
        int n = 0;
        long[] some = new long[to - from];
        long[] counted = new long[to - from];
        for (int i = from; i < to; i++) {
            long begins = slots[i] * slotNanos;
            if (begins >= fromNanos && begins < toNanos) {
                some[n] = slots[i];
                counted[n++] = counts[i];
            }
        }
        return n == to - from ? this : new SampleTimes(some, counted, 0, n, slotNanos);
    }
}
