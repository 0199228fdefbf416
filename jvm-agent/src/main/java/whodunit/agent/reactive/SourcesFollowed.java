// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import java.util.ArrayDeque;
import java.util.Queue;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.FollowedDeque;

/** The constructor of ObservableFlatMap's observer, which keeps what has to wait for its turn in an ArrayDeque. */
public final class SourcesFollowed {
    private SourcesFollowed() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.FieldValue(value = "sources", readOnly = false) Queue<?> sources) {
        if (sources != null && sources.getClass() == ArrayDeque.class)
            sources = new FollowedDeque<>();
    }
}
