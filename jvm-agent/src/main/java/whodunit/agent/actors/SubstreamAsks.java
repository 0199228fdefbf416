// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** GraphInterpreter.runAsyncInput(stage, event, …), by which a substream asks for more, among others. */
public final class SubstreamAsks {
    private SubstreamAsks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(1) Object event) {
        if (event != null && event.getClass().getName().endsWith(".SubSink$RequestOne$"))
            QueueHandover.stepAsks();
    }
}
