// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

/** {@code synchronized}. */
final class MonitorHandoff extends Handoff {
    private final Object monitor = new Object();

    @Override
    void hold() {
        synchronized (monitor) {
            waitForWaiter();
            release();
        }
    }

    @Override
    void take() {
        arrive();
        synchronized (monitor) {
            acquire();
        }
    }
}
