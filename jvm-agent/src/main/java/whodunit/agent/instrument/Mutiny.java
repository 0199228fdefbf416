// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/**
 * SmallRye Mutiny, 2.1 and later: what its operators that change the thread take out of their queues is handled for
 * who has put it there, and who waits for an emitter's result, or for one that is kept, goes on for itself. The queues
 * are those of JCTools that hardly anybody else uses.
 */
final class Mutiny implements Instrumentation {
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
                        .advise(named("clear"), "QueuePauses"),
                InstrumentedClass.named(OPERATORS + "UniMemoizeOp")
                        .advise(named("subscribe").and(takesArguments(1)), "ArgumentWaits")
                        .advise(named("forwardTo"), "ArgumentGoesOn"),
                InstrumentedClass.named(OPERATORS + "builders.DefaultUniEmitter")
                        .advise(isConstructor(), "TaskCreated")
                        .advise(named("complete").or(named("fail")), "TaskGoesOn"));
    }

    private static InstrumentedClass drained(String queue) {
        return InstrumentedClass.named(queue)
                .advise(named("offer").and(takesArguments(1)).and(not(isBridge())), "QueueOffers")
                .advise(named("poll").and(takesArguments(0)).and(not(isBridge())), "QueueDrained");
    }
}
