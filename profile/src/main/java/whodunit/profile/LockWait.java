// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * What waits of a process agree in: who waited for whom, on what and where (paper, section 6). Contexts are
 * those of the process that recorded it.
 *
 * @param waiter     context of the thread that waited
 * @param holder     context of the thread that ended the wait, if {@link End#WOKEN}; 0: it had no transaction
 * @param lock       the lock's name, such as a global's symbol or a Java class; empty: it has none
 * @param waiterPath call path of the wait, a context of its own
 * @param holderPath call path on which the holder let go, a context of its own; 0: not captured
 */
public record LockWait(int waiter, int holder, End end, Kind kind, String lock, int waiterPath, int holderPath) {
    /** How a wait ended. In the order of the schema's numbers. */
    public enum End { WOKEN, TIMEOUT, UNSEEN, OWN_TASK }

    /** What was waited on. In the order of the schema's numbers. */
    public enum Kind {
        OTHER, MUTEX, RWLOCK, CONDITION, SPIN, SEMAPHORE, MONITOR, OBJECT_WAIT, PARK, LATCH, FUTEX
    }
}
