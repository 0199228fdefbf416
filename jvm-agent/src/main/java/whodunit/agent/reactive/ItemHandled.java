// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;
import whodunit.agent.boot.TaskPropagation;

/** SubmissionPublisher's consumeNext(subscriber, item): for who has submitted the item. */
public final class ItemHandled {
    private ItemHandled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object subscription, @Advice.Argument(1) Object item) {
        return QueueHandover.handling(subscription, item);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
