// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.Http4sRequests;

/** Where http4s' Ember begins to read a connection's next request. */
public final class Http4sReads {
    private Http4sReads() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        Http4sRequests.reads();
    }
}
