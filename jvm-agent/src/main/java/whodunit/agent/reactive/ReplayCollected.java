// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** Its poll(): where its buffer forgets, the node that it has come to says whose the value is. */
public final class ReplayCollected {
    private ReplayCollected() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("index") int index) {
        return index;
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object subscription, @Advice.FieldValue("buffer") Object buffer,
            @Advice.FieldValue("node") Object node, @Advice.Enter int index, @Advice.Return Object value) {
        if (value == null)
            SharedFlows.foundNone(buffer);
        else if (node instanceof Object[])
            SharedFlows.collected(buffer, subscription, index, value);
        else
            SharedFlows.collected(buffer, subscription, node);
    }
}
