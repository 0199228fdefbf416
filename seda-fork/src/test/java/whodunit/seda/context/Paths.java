// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.context;

import whodunit.agent.api.Whodunit;

/** Contexts by what they should be: the oracle, by the agent's interning alone. */
final class Paths {
    private Paths() {}

    /** The path of stages, from the root. */
    static int of(String... stages) {
        return below(0, stages);
    }

    static int below(int context, String... stages) {
        for (String s : stages)
            context = Whodunit.stage(context, s);
        return context;
    }

    static int transaction(String type) {
        int previous = Whodunit.begin(type);
        int context = Whodunit.current();
        Whodunit.end(previous);
        return context;
    }

    /** What an application does with code that it cannot throw from. */
    interface Work {
        void run() throws Exception;
    }

    static void under(int context, Work work) throws Exception {
        int previous = Whodunit.attach(context);
        try {
            work.run();
        } finally {
            Whodunit.detach(previous);
        }
    }
}
