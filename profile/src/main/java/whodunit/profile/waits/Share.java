// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** What a thread's time is divided into. */
public enum Share {
    CPU, RUNNABLE, LOCK, DISK, NETWORK, DOWNSTREAM, SLEEP, OTHER,
    /** Of a request that another thread has taken from its connection, until the thread that works for it is woken. */
    HANDOVER;

    /**
     * Of a wait.
     *
     * @param otherProcess whether it was ended by a thread of another recorded process
     * @param recorded     whether it was ended by a thread of a recorded process
     */
    static Share of(WaitKind kind, Waker waker, boolean recorded, boolean otherProcess) {
        if (kind == WaitKind.PREEMPTED)
            return RUNNABLE;
        if (kind == WaitKind.DISK || waker == Waker.DISK)
            return DISK;
        boolean message = kind == WaitKind.SOCKET || kind == WaitKind.EPOLL || kind == WaitKind.PIPE;
        if (waker == Waker.NETWORK || message && waker == Waker.THREAD && !recorded)
            return NETWORK;
        if (message && otherProcess)
            return DOWNSTREAM;
        if (waker == Waker.THREAD)
            return LOCK;
        return kind == WaitKind.SLEEP || waker == Waker.TIMER ? SLEEP : OTHER;
    }
}
