// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;

/** loadClass(name) and loadClass(name, resolve) of a class loader that does not ask the bootstrap loader for all. */
public final class AgentClassLoads {
    private AgentClassLoads() {}

    /** Refers to no class of ours: this very method would be asked for it. */
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
    static Class<?> enter(@Advice.Argument(0) String name) throws ClassNotFoundException {
        return name.startsWith("whodunit.agent.") ? Class.forName(name, false, null) : null;
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Enter Class<?> ours, @Advice.Return(readOnly = false) Class<?> loaded) {
        if (ours != null)
            loaded = ours;
    }
}
