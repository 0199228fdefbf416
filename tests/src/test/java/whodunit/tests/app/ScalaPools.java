// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import java.lang.reflect.Method;

/** Runs in a JVM with the agent: as {@link Libraries}, through the pool that Scala had up to 2.11. */
public final class ScalaPools {
    private ScalaPools() {}

    /** By reflection: this class path has a later Scala as well. */
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("scala.concurrent.forkjoin.ForkJoinPool");
        Object pool = type.getConstructor(int.class).newInstance(2);
        Method execute = type.getMethod("execute", Runnable.class), submit = type.getMethod("submit", Runnable.class);
        check("Scala's old pool, execute", 1, c -> execute.invoke(pool, (Runnable) () -> see(c)));
        check("Scala's old pool, submit", 1, c -> submit.invoke(pool, (Runnable) () -> see(c)));
        System.out.println("all checked");
        System.exit(0);
    }
}
