// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import java.nio.ByteBuffer;
import whodunit.agent.api.Whodunit;

/**
 * The calling thread's transaction context (paper, section 2), as the agent has it: a plain number, 0 is "no
 * transaction". Nothing here throws or blocks. Without the agent {@link #ON} is a constant that the JIT folds, so that
 * all of it costs nothing.
 */
public final class Contexts {
    /** This JVM runs with the agent. */
    public static final boolean ON = agentHasStages();

    private Contexts() {}

    /** On the boot class path only: an agent's jar on an application's class path has nothing behind it. */
    private static boolean agentHasStages() {
        try {
            Class<?> agent = Class.forName("whodunit.agent.api.Whodunit", true, null);
            agent.getMethod("stage", int.class, String.class);
            agent.getMethod("record");
            agent.getMethod("store", ByteBuffer.class, int.class);
            agent.getMethod("waiting", String.class);
            agent.getMethod("count", int.class, int.class);
            return true;
        } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
            return false;
        }
    }

    /** The context to remember with work that is handed over: none of a thread that waits for events itself. */
    public static int current() {
        if (!ON)
            return 0;
        return Thread.currentThread() instanceof StageThread thread ? thread.context() : Whodunit.current();
    }

    /** @return the context that was current */
    public static int set(int context) {
        if (!ON)
            return 0;
        ByteBuffer record = StageThread.record();
        if (record == null)
            return Whodunit.attach(context);
        int previous = record.getInt(0);
        Whodunit.store(record, context);
        return previous;
    }

    /** The calling thread's record, for it to keep; null without the agent. */
    static ByteBuffer record() {
        return ON ? Whodunit.record() : null;
    }

    /** That of the stage's threads while they wait for events; goes through JNI. */
    static int waiting(String stage) {
        return Whodunit.waiting(stage);
    }

    /** The stage takes up so many events under its context. */
    static void count(int context, int events) {
        Whodunit.count(context, events);
    }

    /** The context of work that a stage takes up, by the rules of {@link StagePath#after}; goes through JNI. */
    static int concat(int context, String stage) {
        return Whodunit.stage(context, stage);
    }
}
