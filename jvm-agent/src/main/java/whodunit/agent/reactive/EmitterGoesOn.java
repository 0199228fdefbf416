// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** A method by which an emitter is given the one result that somebody waits for. */
public final class EmitterGoesOn {
    private EmitterGoesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.This Object emitter) throws Throwable {
        return HotSources.goesOnBehind(emitter);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long before) {
        HotSources.goneOn(before);
    }
}
