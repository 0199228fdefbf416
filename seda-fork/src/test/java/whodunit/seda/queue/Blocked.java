// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import seda.sandStorm.core.FiniteQueue;

/** Waits until some thread waits in a queue. */
final class Blocked {
    private Blocked() {}

    static void await(FiniteQueue queue) throws InterruptedException {
        while (Thread.getAllStackTraces().entrySet().stream()
                .noneMatch(t -> isWaiting(t.getKey().getState()) && isIn(t.getValue())))
            Thread.sleep(1); // the test's time limit ends this
    }

    private static boolean isWaiting(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    private static boolean isIn(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack)
            if (frame.getClassName().equals(FiniteQueue.class.getName()) && frame.getMethodName().equals("await"))
                return true;
        return false;
    }
}
