// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import whodunit.agent.api.Whodunit;

/** Work of many transaction types and of none that is handed over, and under which context it ran. */
final class HandOvers {
    private static final int TYPES = 15, ROUNDS = 60;
    private static final BlockingQueue<int[]> SEEN = new LinkedBlockingQueue<>();
    private static final int[] CONTEXTS = new int[TYPES];
    /** By context. */
    private static final Map<Integer, String> NAMES = new HashMap<>(Map.of(0, ""));
    private static volatile String checked = "";

    static {
        for (int i = 1; i < TYPES; i++) {
            CONTEXTS[i] = Contexts.of("type " + i);
            NAMES.put(CONTEXTS[i], "type " + i);
        }
    }

    private HandOvers() {}

    /** Hands work over that calls {@link #see} with what it expects. */
    interface HandOver {
        void of(int expected) throws Exception;
    }

    /** Called by the work, wherever it runs. */
    static void see(int expected) {
        int context = Whodunit.current();
        if (NAMES.containsKey(expected))
            NamedStatements.send(checked, NAMES.get(expected));
        int previous = Whodunit.attach(0);
        SEEN.add(new int[] {expected, context});
        Whodunit.detach(previous);
    }

    /** Work that takes so long that others queue up behind it. */
    static Runnable slowly(int expected) {
        return () -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            see(expected);
        };
    }

    /** What somebody else does, such as completing what several wait for. */
    static void bySomebodyElse(Callable<?> work) throws Exception {
        int previous = Whodunit.attach(CONTEXTS[TYPES - 1]);
        work.call();
        Whodunit.detach(previous);
    }

    /**
     * Each round for a request of another type, some for none; {@code each} is seen so many times. Says what is WRONG.
     */
    static void check(String what, int each, HandOver handOver) throws Exception {
        check(what, each, handOver, false);
    }

    /** The same, where work that is nobody's is as good as can be. */
    static void checkNotAnothers(String what, int each, HandOver handOver) throws Exception {
        check(what, each, handOver, true);
    }

    private static void check(String what, int each, HandOver handOver, boolean orNobodys) throws Exception {
        checked = orNobodys ? what + "?" : what;
        for (int i = 1; i <= ROUNDS; i++) {
            int context = CONTEXTS[i % TYPES], previous = Whodunit.attach(context);
            handOver.of(context);
            Whodunit.detach(previous);
        }
        int wrong = 0;
        for (int i = 0; i < ROUNDS * each; i++) {
            int[] seen = SEEN.poll(30, TimeUnit.SECONDS);
            if (seen == null || seen[0] != seen[1] && !(orNobodys && seen[1] == 0))
                wrong++;
        }
        if (wrong > 0)
            System.out.println("WRONG " + what + ": " + wrong + " of " + ROUNDS * each);
    }
}
