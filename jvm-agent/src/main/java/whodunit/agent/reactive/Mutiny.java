// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * SmallRye Mutiny, 2.1 and later: what its operators that change the thread take out of their queues is handled for
 * who has put it there, and who waits for an emitter's result, or for one that is kept, goes on for itself. The queues
 * are those of JCTools that hardly anybody else uses.
 */
public final class Mutiny implements Instrumentation {
    private static final String QUEUES = "org.jctools.queues.atomic.unpadded.";
    private static final String OPERATORS = "io.smallrye.mutiny.operators.uni.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                drained(QUEUES + "SpscAtomicUnpaddedArrayQueue"),
                drained(QUEUES + "BaseSpscLinkedAtomicUnpaddedArrayQueue"),
                drained(QUEUES + "MpscAtomicUnpaddedArrayQueue"),
                drained(QUEUES + "BaseMpscLinkedAtomicUnpaddedArrayQueue"),
                drained("io.smallrye.mutiny.helpers.queues.SingletonQueue"),
                InstrumentedClass.named("java.util.AbstractQueue") // those of JCTools inherit it
                        .advise(named("clear"), "advice.QueuePauses"),
                InstrumentedClass.named(OPERATORS + "UniMemoizeOp")
                        .advise(named("subscribe").and(takesArguments(1)), "advice.ArgumentWaits")
                        .advise(named("forwardTo"), "advice.ArgumentGoesOn"),
                InstrumentedClass.named(OPERATORS + "builders.DefaultUniEmitter")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("complete").or(named("fail")), "advice.TaskGoesOn"));
    }

    private static InstrumentedClass drained(String queue) {
        return InstrumentedClass.named(queue)
                .advise(named("offer").and(takesArguments(1)).and(not(isBridge())), "advice.QueueOffers")
                .advise(named("poll").and(takesArguments(0)).and(not(isBridge())), "reactive.QueueDrained");
    }
}
