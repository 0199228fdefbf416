// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.concurrent.Executors;
import whodunit.agent.api.Whodunit;

/** May do next to nothing. Arguments: the classes that it loads. Says where a pool's thread has another context. */
public final class Restricted {
    private Restricted() {}

    public static void main(String[] classes) throws Exception {
        for (String name : classes)
            Class.forName(name);
        int previous = Whodunit.begin("A");
        int there = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }).submit(Whodunit::current).get();
        System.out.println(there == Whodunit.current() ? "all followed" : "WRONG in the pool: " + there);
        Whodunit.end(previous);
    }
}
