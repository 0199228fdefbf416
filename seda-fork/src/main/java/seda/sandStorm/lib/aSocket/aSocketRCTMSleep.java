// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.util.concurrent.locks.LockSupport;
import seda.sandStorm.api.ManagerIF;

/**
 * Runs stages of the socket layer at a limited rate ({@code global.aSocket.rateController}): a thread that has handled
 * more than its share sleeps, so that the network has to wait and nothing is dropped.
 */
final class aSocketRCTMSleep extends aSocketThreadManager {
    private final double nanosPerSocket;

    /** @param rate sockets served per second: packets, for the read stage */
    aSocketRCTMSleep(ManagerIF mgr, double rate) {
        super(mgr);
        nanosPerSocket = 1e9 / rate;
    }

    @Override
    aSocketThread newThread(aSocketStageWrapper stage) {
        return new aSocketRCThread(stage);
    }

    /** A thread that keeps to the rate. */
    public class aSocketRCThread extends aSocketThread implements Runnable {
        /** When the next socket may be served. */
        private double due = System.nanoTime();

        protected aSocketRCThread(aSocketStageWrapper wrapper) {
            super(wrapper);
        }

        @Override
        public void run() {
            super.run();
        }

        @Override
        void handled(int sockets) {
            long now = System.nanoTime();
            due = Math.max(due, now) + sockets * nanosPerSocket;
            for (long left; (left = (long) due - now) > 0; now = System.nanoTime())
                LockSupport.parkNanos(left);
        }
    }
}
