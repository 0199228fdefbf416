package whodunit.seda;

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
            Class.forName("whodunit.agent.api.Whodunit", true, null).getMethod("stage", int.class, String.class);
            return true;
        } catch (ReflectiveOperationException | LinkageError e) {
            return false;
        }
    }

    /** The context to remember with work that is handed over. */
    public static int current() {
        return ON ? Whodunit.current() : 0;
    }

    /** @return the context that was current */
    public static int set(int context) {
        return ON ? Whodunit.attach(context) : 0;
    }

    /** The context of work that a stage takes up, by the rules of {@link StagePath#after}; goes through JNI. */
    static int concat(int context, String stage) {
        return Whodunit.stage(context, stage);
    }
}
