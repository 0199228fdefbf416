// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Pools that lend connections, buffers or threads, which pass through a queue of java.util.concurrent and are no work.
 */
public final class LendingPools implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("com.zaxxer.hikari.util.ConcurrentBag")
                        .adviseIfPresent(named("borrow").or(named("requite")), "advice.QueuePauses"),
                mongo("PowerOfTwoBufferPool$BufferPool"), // a buffer comes back in a wrapper of its own each time
                mongo("ConcurrentPool"),
                InstrumentedClass.named("reactor.core.scheduler.BoundedElasticScheduler$BoundedServices")
                        .adviseIfPresent(named("pick").or(named("setIdle")), "advice.QueuePauses"),
                InstrumentedClass.named("io.reactivex.rxjava3.internal.schedulers.IoScheduler$CachedWorkerPool")
                        .adviseIfPresent(named("get").or(named("release")), "advice.QueuePauses"));
    }

    private static InstrumentedClass mongo(String pool) {
        return InstrumentedClass.named("com.mongodb.internal.connection." + pool)
                .adviseIfPresent(named("get").or(named("release")).or(named("prune")), "advice.QueuePauses");
    }
}
