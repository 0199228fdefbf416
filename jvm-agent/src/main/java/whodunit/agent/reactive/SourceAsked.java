// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** As {@link CallbackAsked}, where the callback has another name. */
public final class SourceAsked {
    private SourceAsked() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue("source") Object callback, @Advice.Argument(0) Object subscriber)
            throws Throwable {
        HotSources.asks(callback, subscriber);
    }
}
