// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * Waits that agree in everything, with both parties followed upstream to their transaction types.
 *
 * @param holder who ended the wait; without type if that was no transaction, or the wait ran into its timeout, or
 * nobody was seen
 * @param site   the place of the wait in one line
 * @param timed  how long they took, and when
 */
public record StitchedLockWait(RecordedProcess process, Attribution waiter, Attribution holder, LockWait.End end,
        LockWait.Kind kind, String lock,
        String site,
        TimedSum<WaitHistogram> timed) {
    public WaitHistogram times() {
        return timed.sum();
    }

    /**
     * Whether one transaction made another wait; else the wait ended by time, by a thread without transaction, or
     * unseen.
     */
    public boolean isCrosstalk() {
        return holder.type() != null;
    }

    StitchedLockWait at(TimedSum<WaitHistogram> some) {
        return some == timed ? this : new StitchedLockWait(process, waiter, holder, end, kind, lock, site, some);
    }
}
