// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import java.util.function.Consumer;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that leaves its first argument, which nobody else needs to know, to whoever has what it waits for. */
public final class ConsumerCarried {
    private ConsumerCarried() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Consumer<?> consumer) {
        consumer = TaskPropagation.carried(consumer);
    }
}
