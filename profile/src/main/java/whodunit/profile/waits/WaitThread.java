// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/**
 * A thread, or a device, as a file of intervals defines it.
 *
 * @param id      within the file; intervals name it
 * @param tid     the kernel's number; 0 for a device
 * @param pid     of its process, as the kernel numbers it outside of all namespaces
 * @param ownTid  as it sees it itself
 * @param ownPid  of its process, as that sees it itself
 * @param parent  id of the thread that made it; 0: not known
 * @param started CLOCK_MONOTONIC ns: tells threads apart that had the same number
 * @param ended   CLOCK_MONOTONIC ns; 0: it still ran
 * @param recorded whether its own waits are recorded; else it is known as one that ended waits
 */
public record WaitThread(int id, int tid, int pid, int ownTid, int ownPid, int parent, long started, long ended,
        boolean recorded, String name) {
    /** One that has the same number everywhere. */
    WaitThread(int id, int tid, int pid, int ownPid, int parent, long started, long ended, boolean recorded,
            String name) {
        this(id, tid, pid, tid, ownPid, parent, started, ended, recorded, name);
    }

    public boolean isDevice() {
        return tid == 0;
    }

    /** Its name; where it ends in a number, a star in the place of that. */
    String kind() {
        return name.replaceAll("[0-9]+$", "*");
    }

    /** The same thread, called otherwise. */
    WaitThread named(String other) {
        return new WaitThread(id, tid, pid, ownTid, ownPid, parent, started, ended, recorded, other);
    }
}
