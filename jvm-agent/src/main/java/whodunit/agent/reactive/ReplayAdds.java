// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** FluxReplay's buffers' add(value), which only one that does not forget finds again by its size. */
public final class ReplayAdds {
    private ReplayAdds() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object buffer, @Advice.Argument(0) Object value,
            @Advice.FieldValue("size") int size) {
        SharedFlows.emits(buffer, size, value);
    }
}
