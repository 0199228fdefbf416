// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import whodunit.agent.api.Whodunit;
import whodunit.agent.boot.Native;

/**
 * A platform thread and a virtual one switch contexts by the record that they keep. Says whether samples know it. For
 * JDK 21 and later.
 */
public final class KeptRecord {
    private KeptRecord() {}

    private static int transaction(String type) {
        int before = Whodunit.begin(type);
        int context = Whodunit.current();
        Whodunit.end(before);
        return context;
    }

    private static void run(String thread) {
        ByteBuffer record = Whodunit.record();
        int[] contexts = {transaction("A"), transaction("B"), 0};
        for (int context : contexts) {
            Whodunit.store(record, context);
            int sampled = Native.threadRecord().order(ByteOrder.nativeOrder()).getInt(0);
            System.out.println(thread + ": " + (Whodunit.current() == context && sampled == context));
        }
    }

    public static void main(String[] args) throws Exception {
        run("platform");
        Runnable work = () -> run("virtual");
        ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)).join();
    }
}
