// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ReactiveRequests;

/** HttpServerOperations.beforeMarkSentHeaders(): the answer goes out, so the request's name is settled. */
public final class ReactorAnswers {
    private ReactorAnswers() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object operation) {
        ReactiveRequests.done(operation);
    }
}
