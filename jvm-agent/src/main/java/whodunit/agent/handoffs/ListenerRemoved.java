// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A future's method that takes back who was to be told. */
public final class ListenerRemoved {
    private ListenerRemoved() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object future, @Advice.Argument(0) Object listener) {
        TaskPropagation.waitsNoMore(future, listener);
    }
}
