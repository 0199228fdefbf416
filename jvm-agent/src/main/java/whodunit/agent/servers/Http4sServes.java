// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import whodunit.agent.boot.web.Http4sRequests;

/** A method of a server of http4s that is given the application, among other arguments. */
public final class Http4sServes {
    private Http4sServes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object[] arguments)
            throws ReflectiveOperationException {
        arguments = Http4sRequests.withNames(arguments);
    }
}
