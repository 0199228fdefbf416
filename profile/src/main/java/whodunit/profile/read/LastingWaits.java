// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.util.ArrayList;
import java.util.List;
import whodunit.profile.LockWait;
import whodunit.profile.TimedSums;
import whodunit.profile.WaitHistogram;

/**
 * Waits of a process that had not ended when its last file was finished. What lasted at an earlier file's end has
 * ended since, and is recorded whole, or lasts still. A file that was cut says nothing.
 */
final class LastingWaits {
    private record Wait(LockWait what, long fromNanos, long toNanos, WaitHistogram length) {}

    private List<Wait> ofLast = List.of();
    private List<Wait> ofThis = new ArrayList<>();

    void fileBegins() {
        ofThis = new ArrayList<>();
    }

    /** @param toNanos when it was written */
    void add(LockWait wait, long toNanos, WaitHistogram length) {
        ofThis.add(new Wait(wait, toNanos - length.totalNanos(), toNanos, length));
    }

    /** Health comes behind all waits of a file. */
    void hasHealth() {
        ofLast = ofThis;
    }

    void addTo(TimedSums<LockWait, WaitHistogram> waits) {
        ofLast.forEach(w -> waits.add(w.what, w.fromNanos, w.toNanos, w.length));
    }
}
