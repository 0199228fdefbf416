// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** A method of what has observers and tells all of them its one result. */
public final class ObserversGoOn {
    private ObserversGoOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.FieldValue("observers") AtomicReference<?> observers) throws Throwable {
        return HotSources.goOn(observers);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long before) {
        HotSources.goneOn(before);
    }
}
