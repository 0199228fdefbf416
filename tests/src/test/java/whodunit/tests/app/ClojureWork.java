// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.checkNotAnothers;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import clojure.java.api.Clojure;
import clojure.lang.AFn;
import clojure.lang.IFn;

/** Runs in a JVM with the agent: as {@link Shared}, through Clojure's agents and core.async. */
public final class ClojureWork {
    private static final String ASYNC = "clojure.core.async";

    private ClojureWork() {}

    public static void main(String[] args) throws Exception {
        agents();
        Clojure.var("clojure.core", "require").invoke(Clojure.read(ASYNC));
        channels();
        System.out.println("all checked");
        System.exit(0);
    }

    private static IFn action(Runnable work) {
        return new AFn() {
            @Override
            public Object invoke(Object state) {
                work.run();
                return state;
            }
        };
    }

    private static void agents() throws Exception {
        IFn agent = Clojure.var("clojure.core", "agent"), send = Clojure.var("clojure.core", "send"),
                sendOff = Clojure.var("clojure.core", "send-off");
        Object first = agent.invoke(0), second = agent.invoke(0);
        check("an agent", 1, c -> send.invoke(first, action(slowly(c))));
        check("an agent, on threads that may block", 1, c -> sendOff.invoke(first, action(slowly(c))));
        check("agents, one by the other", 2, c -> send.invoke(first, action(() -> {
            see(c);
            send.invoke(second, action(slowly(c)));
        })));
    }

    /** Of a channel and a Runnable. */
    private static IFn function(String body) {
        return (IFn) Clojure.var("clojure.core", "eval")
                .invoke(Clojure.read("(fn [channel ^Runnable work] " + body.replace("!!", ASYNC + "/") + ")"));
    }

    private static void channels() throws Exception {
        IFn channel = Clojure.var(ASYNC, "chan"), put = Clojure.var(ASYNC, "put!");
        IFn waits = function("(!!go (!!<! channel) (.run work))");
        check("a go block that waits for somebody else", 1, c -> {
            Object answer = channel.invoke();
            waits.invoke(answer, (Runnable) () -> see(c));
            bySomebodyElse(() -> put.invoke(answer, 1));
        });
        IFn chooses = function("(!!go (!!alts! [channel (!!chan)]) (!!<! (!!timeout 1)) (.run work))");
        check("a go block that chooses, and waits for a time", 1, c -> {
            Object answer = channel.invoke();
            chooses.invoke(answer, (Runnable) () -> see(c));
            bySomebodyElse(() -> put.invoke(answer, 1));
        });
        Object jobs = channel.invoke(100);
        function("(!!go-loop [] (.run ^Runnable (!!<! channel)) (recur))").invoke(jobs, null);
        checkNotAnothers("a go block for everybody", 1, c -> put.invoke(jobs, slowly(c)));
    }
}
