// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Waiter and wakers at the same time, under jcstress: {@link RendezvousStressTest}. A result is how often the wait was
 * added, by whom it was ended (below 0: how, by nobody), and where that one was: a holder's path is its number + 10.
 */
public final class RendezvousStress {
    private RendezvousStress() {}

    static class Meeting extends Rendezvous {
        private int times, holder, path;

        @Override
        synchronized void add(int holder, int end, int holderPath) {
            times++;
            this.holder = end == Native.WOKEN ? holder : -end;
            path = holderPath;
        }

        final void wakes(int waker) {
            if (wake(waker))
                woken(waker + 10);
        }

        final synchronized void tell(III_Result r) {
            r.r1 = times;
            r.r2 = holder;
            r.r3 = path;
        }
    }

    /** One wakes while the other runs again: by it, or unseen (end 2). */
    @JCStressTest
    @Outcome(id = "1, 1, 11", expect = Expect.ACCEPTABLE, desc = "woken, with the waker's path")
    @Outcome(id = "1, -2, 0", expect = Expect.ACCEPTABLE, desc = "it ran before")
    @State
    public static class WakerAndWaiter extends Meeting {
        @Actor
        public void waiter() {
            runs(false);
            close(true);
        }

        @Actor
        public void waker() {
            wakes(1);
        }

        @Arbiter
        public void result(III_Result r) {
            tell(r);
        }
    }

    /** Two wake the same thread, whose time is up later: one of them counts, with its own path. */
    @JCStressTest
    @Outcome(id = {"1, 1, 11", "1, 2, 12"}, expect = Expect.ACCEPTABLE, desc = "woken by one of them")
    @State
    public static class TwoWakers extends Meeting {
        @Actor
        public void one() {
            wakes(1);
        }

        @Actor
        public void other() {
            wakes(2);
        }

        @Arbiter
        public void result(III_Result r) {
            runs(true);
            close(true);
            tell(r);
        }
    }

    /** One signals and then lets go of the lock, which wakes; the waiter may run in between. */
    @JCStressTest
    @Outcome(id = "1, 1, 11", expect = Expect.ACCEPTABLE, desc = "woken, with the path")
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "it ran between signal and wake-up")
    @Outcome(id = "1, -2, 0", expect = Expect.ACCEPTABLE, desc = "it ran before")
    @State
    public static class SignallerAndWaiter extends Meeting {
        @Actor
        public void waiter() {
            runs(false);
            close(true);
        }

        @Actor
        public void signaller() {
            signal(1);
            wakes(1);
        }

        @Arbiter
        public void result(III_Result r) {
            tell(r);
        }
    }

    /** The waiter was woken in vain and sleeps again under another record: the first adds nothing. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "dropped")
    @State
    public static class Abandoned extends Meeting {
        @Actor
        public void waiter() {
            abandon();
        }

        @Actor
        public void waker() {
            wakes(1);
        }

        @Arbiter
        public void result(III_Result r) {
            tell(r);
        }
    }
}
