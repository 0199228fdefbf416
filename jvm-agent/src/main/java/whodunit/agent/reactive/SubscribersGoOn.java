// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** As {@link ObserversGoOn}, where they are subscribers. */
public final class SubscribersGoOn {
    private SubscribersGoOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.FieldValue("subscribers") AtomicReference<?> subscribers) throws Throwable {
        return HotSources.goOn(subscribers);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long before) {
        HotSources.goneOn(before);
    }
}
