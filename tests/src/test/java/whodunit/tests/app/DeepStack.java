// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.Set;
import java.util.TreeSet;
import whodunit.agent.api.Whodunit;

/** Asks for its context ever deeper on its stack, until there is none left, and says by what it was told so. */
public final class DeepStack {
    private static final int TIMES = 3000;
    private static int sum;

    private DeepStack() {}

    private static void descend(int n) {
        sum += Whodunit.current() + Whodunit.attach(0);
        if (n % 3 == 0)
            descend(n, n);
        else
            descend(n + 1);
    }

    private static void descend(long n, int m) {
        descend((int) (n + m & 0xffff));
    }

    public static void main(String[] arguments) throws InterruptedException {
        Set<String> told = new TreeSet<>();
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < TIMES; i++) {
                try {
                    descend(i);
                } catch (Throwable e) {
                    told.add(e.getClass().getName());
                }
            }
        }, "deep", 256 * 1024);
        thread.start();
        thread.join();
        System.out.println(told);
    }
}
