// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.RabbitDeliveries;

/** RabbitMQ: ConsumerWorkService.addWork(channel, task), which its pool runs, one of a channel at a time. */
public final class RabbitWorks {
    private RabbitWorks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 1, readOnly = false) Runnable task) {
        task = RabbitDeliveries.handling(task);
    }
}
