// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * What waits of a process agree in: who waited for whom, on what and where (paper, section 6). Contexts are
 * those of the process that recorded it.
 *
 * @param waiter     context of the thread that waited
 * @param holder     context of the thread that ended the wait, if {@link End#WOKEN}; 0: it had no transaction. Of a
 * wait that has not ended, that of who has what it waits for and waits itself; 0: not known
 * @param lock       the lock's name, such as a global's symbol or a Java class; empty: it has none
 * @param waiterPath call path of the wait, a context of its own
 * @param holderPath call path on which the holder let go, or waits, a context of its own; 0: not captured
 */
public record LockWait(int waiter, int holder, End end, Kind kind, String lock, int waiterPath, int holderPath) {
    /** How a wait ended, if it has. In the order of the schema's numbers. */
    public enum End {
        WOKEN, TIMEOUT, UNSEEN, OWN_TASK, LASTS, DEADLOCK;

        public boolean hasEnded() {
            return this != LASTS && this != DEADLOCK;
        }
    }

    /** What was waited on. In the order of the schema's numbers. */
    public enum Kind {
        OTHER, MUTEX, RWLOCK, CONDITION, SPIN, SEMAPHORE, MONITOR, OBJECT_WAIT, PARK, LATCH, FUTEX
    }
}
