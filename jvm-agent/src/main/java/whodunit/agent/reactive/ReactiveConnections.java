// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Who waits for a connection of reactor-netty's, or for one of reactor-pool's, as its and R2DBC's pools are: it may be
 * given by an event loop, or by whoever gives it back.
 */
public final class ReactiveConnections implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("reactor.netty.resources.NewConnectionProvider$NewConnectionObserver")
                        .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                        .adviseIfPresent(named("onStateChange").or(named("onUncaughtException")), "advice.TaskGoesOn"),
                borrower("reactor."), borrower("reactor.netty.internal.shaded.reactor."),
                pool("reactor."), pool("reactor.netty.internal.shaded.reactor."));
    }

    private static InstrumentedClass borrower(String packageName) {
        return InstrumentedClass.named(packageName + "pool.AbstractPool$Borrower")
                .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                .adviseIfPresent(named("deliver").or(named("fail")), "advice.TaskGoesOn");
    }

    private static InstrumentedClass pool(String packageName) {
        return InstrumentedClass.named(packageName + "pool.SimpleDequePool")
                .adviseIfPresent(named("drainLoop"), "reactive.PoolDrained");
    }
}
