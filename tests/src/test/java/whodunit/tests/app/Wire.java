// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import whodunit.agent.api.Whodunit;

/**
 * Two processes that pass a context on with the Java API. Without argument: begins a transaction and prints its wire
 * form. With the wire form: works for it. Says what of it is WRONG.
 */
public final class Wire {
    /** Milliseconds. */
    private static final int WORK = 400;

    private Wire() {}

    public static void main(String[] args) {
        if (args.length == 0)
            send();
        else
            receive(args[0]);
    }

    private static void send() {
        check("the root has no wire form", Whodunit.toWire(0) == null);
        int previous = Whodunit.begin("Checkout");
        System.out.println(Whodunit.toWire(Whodunit.current()));
        work(WORK / 4); // else there is nothing to record
        Whodunit.end(previous);
        check("a type without name is one", Whodunit.begin(null) == 0 && Whodunit.current() != 0);
        Whodunit.end(0);
    }

    private static void receive(String wire) {
        check("null is malformed", Whodunit.fromWire(null) == 0);
        check("so is what is too long", Whodunit.fromWire(wire + "0") == 0);
        int previous = Whodunit.attach(Whodunit.fromWire(wire));
        work(WORK);
        Whodunit.detach(previous);
        check("all is as it was", Whodunit.current() == 0);
    }

    private static void work(long milliseconds) {
        for (long end = System.nanoTime() + milliseconds * 1_000_000; System.nanoTime() < end;)
            Thread.onSpinWait();
    }

    private static void check(String what, boolean holds) {
        if (!holds)
            System.out.println("WRONG: not so: " + what);
    }
}
