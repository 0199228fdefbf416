// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

/** {@code Object.wait} and {@code notify}. */
final class WaitHandoff extends Handoff {
    private final Object monitor = new Object();
    private boolean granted;

    @Override
    void hold() {
        waitForWaiter();
        release();
        synchronized (monitor) {
            granted = true;
            monitor.notify();
        }
    }

    @Override
    void take() throws InterruptedException {
        synchronized (monitor) {
            arrive();
            while (!granted)
                monitor.wait();
            granted = false;
            acquire();
        }
    }
}
