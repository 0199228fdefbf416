// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.concurrent.Callable;
import whodunit.agent.api.Whodunit;

/** Contexts of programs that hand work over, and what such a program says of one that is WRONG. */
final class Contexts {
    private Contexts() {}

    /** That of a transaction type. */
    static int of(String type) {
        int previous = Whodunit.begin(type), context = Whodunit.current();
        Whodunit.end(previous);
        return context;
    }

    static <T> T under(int context, Callable<T> work) throws Exception {
        int previous = Whodunit.attach(context);
        try {
            return work.call();
        } finally {
            Whodunit.detach(previous);
        }
    }

    static void check(String what, Object expected, Object actual) {
        if (!expected.equals(actual))
            System.out.println("WRONG " + what + ": expected " + expected + ", was " + actual);
    }
}
