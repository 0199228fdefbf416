// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** A method of a hot source that is given who subscribes. */
public final class HotSubscribed {
    private HotSubscribed() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object source, @Advice.Argument(0) Object subscriber) throws Throwable {
        HotSources.subscribes(source, subscriber);
    }
}
