// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: sleeps under a transaction, and says for how many ms. */
public final class Sleeps {
    private Sleeps() {}

    public static void main(String[] args) throws InterruptedException {
        Thread.sleep(500); // the recorder gets to know the kernel side
        int before = Whodunit.begin("Sleeping");
        long nanos = 0;
        for (int i = 0; i < 30; i++)
            nanos += sleep();
        Whodunit.end(before);
        System.out.println(nanos / 1e6);
    }

    private static long sleep() throws InterruptedException {
        long began = System.nanoTime();
        Thread.sleep(20);
        return System.nanoTime() - began;
    }
}
