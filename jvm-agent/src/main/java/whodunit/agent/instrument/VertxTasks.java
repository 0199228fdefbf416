// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;

/** Vert.x: blocking tasks that run one after the other. The rest of it runs on Netty. */
final class VertxTasks implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.vertx.core.impl.TaskQueue")
                        .adviseIfPresent(named("execute").and(takesArgument(0, Runnable.class)), "ArgumentCarried"));
    }
}
