package whodunit.agent;

import java.lang.instrument.Instrumentation;
import whodunit.agent.boot.Native;

/** Entry point of the agent's Java half; the native half (Agent_OnLoad) has it started as a -javaagent would be. */
public final class Agent {
    private Agent() {}

    /** Whatever fails here, the application runs on. */
    public static void premain(String options, Instrumentation instrumentation) {
        // Byte Buddy would probe sun.misc.Unsafe, of which JDK 24 and later warn the user
        System.setProperty("net.bytebuddy.safe", "true");
        try {
            new Weaver(instrumentation).install();
        } catch (Throwable e) {
            Native.health(Native.WEAVE_FAILED);
            System.err.println("whodunit: contexts will not be carried: " + e);
        }
        System.clearProperty("net.bytebuddy.safe");
        Native.startRecording();
    }
}
