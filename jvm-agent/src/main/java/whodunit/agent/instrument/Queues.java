// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * All queues and deques of java.util.concurrent (docs/java-handoffs.md). Only methods that call no other one of these
 * are named: what the others do, they do through them.
 */
final class Queues implements Instrumentation {
    private static final String CONCURRENT = "java.util.concurrent.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                bounded("LinkedBlockingQueue"),
                bounded("ArrayBlockingQueue"),
                unbounded("PriorityBlockingQueue").advise(named("drainTo"), "QueueDrains"),
                unbounded("DelayQueue").advise(named("drainTo"), "QueueDrains"),
                unbounded("ConcurrentLinkedQueue"),
                queue("LinkedBlockingDeque")
                        .advise(method("putLast"), "QueuePuts")
                        .advise(method("putFirst"), "QueuePutsFirst")
                        .advise(method("offerLast"), "QueueOffers")
                        .advise(method("offerFirst"), "QueueOffersFirst")
                        .advise(method("takeFirst").or(method("pollFirst")), "QueueTakes")
                        .advise(method("takeLast").or(method("pollLast")), "QueueTakesLast")
                        .advise(method("removeFirstOccurrence").or(method("removeLastOccurrence")), "QueueRemoves")
                        .advise(named("drainTo"), "QueueDrains"),
                queue("ConcurrentLinkedDeque")
                        .advise(method("linkLast"), "QueuePuts")
                        .advise(method("linkFirst"), "QueuePutsFirst")
                        .advise(method("pollFirst"), "QueueTakes")
                        .advise(method("pollLast"), "QueueTakesLast")
                        .advise(method("removeFirstOccurrence").or(method("removeLastOccurrence")), "QueueRemoves"),
                queue("LinkedTransferQueue")
                        .adviseIfPresent(method("xfer").and(takesArguments(4)), "QueueTransfersHow")
                        .adviseIfPresent(method("xfer").and(takesArguments(2)), "QueueTransfersNanos")
                        .advise(method("remove").and(takesArguments(1)), "QueueRemoves")
                        .advise(named("drainTo"), "QueueDrains"),
                InstrumentedClass.named(CONCURRENT + "SynchronousQueue")
                        .advise(named("drainTo"), "QueueDrains"),
                InstrumentedClass.nestedIn(CONCURRENT + "SynchronousQueue")
                        .adviseIfPresent(method("transfer").and(takesArguments(3)).and(not(isAbstract())),
                                "QueueTransfersTimed")
                        .adviseIfPresent(method("xferLifo"), "QueueTransfersNanos"),
                InstrumentedClass.named(CONCURRENT + "Exchanger")
                        .advise(method("exchange"), "QueueExchanges"));
    }

    private static InstrumentedClass queue(String name) {
        return InstrumentedClass.named(CONCURRENT + name).advise(method("clear"), "QueueClears");
    }

    private static InstrumentedClass bounded(String name) {
        return queue(name)
                .advise(method("put"), "QueuePuts")
                .advise(method("offer"), "QueueOffers")
                .advise(method("take").or(method("poll")), "QueueTakes")
                .advise(method("remove").and(takesArguments(1)), "QueueRemoves")
                .advise(named("drainTo"), "QueueDrains");
    }

    /** Its put and timed offer call offer. */
    private static InstrumentedClass unbounded(String name) {
        return queue(name)
                .advise(method("offer").and(takesArguments(1)), "QueueOffers")
                .advise(method("take").or(method("poll")), "QueueTakes")
                .advise(method("remove").and(takesArguments(1)).and(returns(boolean.class)), "QueueRemoves");
    }

    private static ElementMatcher.Junction<MethodDescription> method(String name) {
        return named(name).and(not(isBridge()));
    }
}
