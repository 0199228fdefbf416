// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** A source that asks its callback for one result is given who subscribes. */
public final class CallbackAsked {
    private CallbackAsked() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue("callback") Object callback, @Advice.Argument(0) Object subscriber)
            throws Throwable {
        HotSources.asks(callback, subscriber);
    }
}
