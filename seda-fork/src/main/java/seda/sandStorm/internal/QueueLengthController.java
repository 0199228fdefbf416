// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.QueueThresholdPredicate;

/** Keeps the response time by the length of the queue, at first, at least and at most its superclass's thresholds. */
abstract class QueueLengthController extends ResponseTimeController {
    final ResponseTimes times = new ResponseTimes();

    QueueLengthController(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        super(manager, stage);
    }

    @Override
    public synchronized void enable() {
        install(new QueueThresholdPredicate(sink(), INITIALLY));
    }

    @Override
    public synchronized void disable() {
        uninstall();
    }

    /** The length that is admitted now. Only while enabled. */
    final int length() {
        return limit().getThreshold();
    }

    /** Admits this length from now on, or the nearest that may be. Only while enabled. */
    final void admit(double length) {
        limit().setThreshold((int) clamp(length, AT_LEAST, AT_MOST));
    }

    private QueueThresholdPredicate limit() {
        return (QueueThresholdPredicate) pred;
    }
}
