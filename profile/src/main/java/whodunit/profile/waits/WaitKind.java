// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** What a thread waited on. In the order of the format's numbers (docs/format.md, "Intervals"). */
public enum WaitKind {
    OTHER, FUTEX, EPOLL, PIPE, SOCKET, DISK, SLEEP,
    /** No wait: another thread was given the processor. */
    PREEMPTED, CHILD;

    private static final WaitKind[] ALL = values();

    /** The kind with that number; one that this reader does not know is OTHER. */
    static WaitKind of(int number) {
        return number < ALL.length ? ALL[number] : OTHER;
    }

    public String inWords() {
        return switch (this) {
            case OTHER -> "something else";
            case FUTEX -> "a lock or condition";
            case EPOLL -> "events of descriptors";
            case PIPE -> "a pipe";
            case SOCKET -> "a socket";
            case DISK -> "the disk";
            case SLEEP -> "time to pass";
            case PREEMPTED -> "a processor";
            case CHILD -> "a child process";
        };
    }
}
