// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * All queues and deques of java.util.concurrent (docs/java-handoffs.md). Only methods that call no other one of these
 * are named: what the others do, they do through them.
 */
public final class Queues implements Instrumentation {
    private static final String CONCURRENT = "java.util.concurrent.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                bounded("LinkedBlockingQueue"),
                bounded("ArrayBlockingQueue"),
                unbounded("PriorityBlockingQueue").advise(named("drainTo"), "jdk.QueueDrains"),
                unbounded("DelayQueue").advise(named("drainTo"), "jdk.QueueDrains"),
                unbounded("ConcurrentLinkedQueue"),
                queue("LinkedBlockingDeque")
                        .advise(method("putLast"), "advice.QueuePuts")
                        .advise(method("putFirst"), "jdk.QueuePutsFirst")
                        .advise(method("offerLast"), "advice.QueueOffers")
                        .advise(method("offerFirst"), "jdk.QueueOffersFirst")
                        .advise(method("takeFirst").or(method("pollFirst")), "jdk.QueueTakes")
                        .advise(method("takeLast").or(method("pollLast")), "jdk.QueueTakesLast")
                        .advise(method("removeFirstOccurrence").or(method("removeLastOccurrence")), "jdk.QueueRemoves")
                        .advise(named("drainTo"), "jdk.QueueDrains"),
                queue("ConcurrentLinkedDeque")
                        .advise(method("linkLast"), "advice.QueuePuts")
                        .advise(method("linkFirst"), "jdk.QueuePutsFirst")
                        .advise(method("pollFirst"), "jdk.QueueTakes")
                        .advise(method("pollLast"), "jdk.QueueTakesLast")
                        .advise(method("removeFirstOccurrence").or(method("removeLastOccurrence")), "jdk.QueueRemoves"),
                queue("LinkedTransferQueue")
                        .adviseIfPresent(method("xfer").and(takesArguments(4)), "jdk.QueueTransfersHow")
                        .adviseIfPresent(method("xfer").and(takesArguments(2)), "jdk.QueueTransfersNanos")
                        .advise(method("remove").and(takesArguments(1)), "jdk.QueueRemoves")
                        .advise(named("drainTo"), "jdk.QueueDrains"),
                InstrumentedClass.named(CONCURRENT + "SynchronousQueue")
                        .advise(named("drainTo"), "jdk.QueueDrains"),
                InstrumentedClass.nestedIn(CONCURRENT + "SynchronousQueue")
                        .adviseIfPresent(method("transfer").and(takesArguments(3)).and(not(isAbstract())),
                                "jdk.QueueTransfersTimed")
                        .adviseIfPresent(method("xferLifo"), "jdk.QueueTransfersNanos"),
                InstrumentedClass.named(CONCURRENT + "Exchanger")
                        .advise(method("exchange"), "jdk.QueueExchanges"));
    }

    private static InstrumentedClass queue(String name) {
        return InstrumentedClass.named(CONCURRENT + name).advise(method("clear"), "jdk.QueueClears");
    }

    private static InstrumentedClass bounded(String name) {
        return queue(name)
                .advise(method("put"), "advice.QueuePuts")
                .advise(method("offer"), "advice.QueueOffers")
                .advise(method("take").or(method("poll")), "jdk.QueueTakes")
                .advise(method("remove").and(takesArguments(1)), "jdk.QueueRemoves")
                .advise(named("drainTo"), "jdk.QueueDrains");
    }

    /** Its put and timed offer call offer. */
    private static InstrumentedClass unbounded(String name) {
        return queue(name)
                .advise(method("offer").and(takesArguments(1)), "advice.QueueOffers")
                .advise(method("take").or(method("poll")), "jdk.QueueTakes")
                .advise(method("remove").and(takesArguments(1)).and(returns(boolean.class)), "jdk.QueueRemoves");
    }

    private static ElementMatcher.Junction<MethodDescription> method(String name) {
        return named(name).and(not(isBridge()));
    }
}
