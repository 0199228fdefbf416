// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Queues that are drained by one task at a time, which somebody's element has started, for all who put something there:
 * Guava's sequential executor, gRPC's synchronization context, the JDK's publisher, Reactor's and RxJava's operators
 * that change the thread. Each element is handled for who has put it.
 */
public final class DrainedQueues implements Instrumentation {
    private static final String REACTOR = "reactor.util.concurrent.";
    private static final String REPLAY = "reactor.core.publisher.FluxReplay$";
    private static final String RXJAVA3 = "io.reactivex.rxjava3.";
    private static final String RXJAVA1 = "rx.internal.util.";
    private static final String RXJAVA2 = "io.reactivex.internal.queue.";

    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>(List.of(
                InstrumentedClass.named("com.google.common.util.concurrent.SequentialExecutor")
                        .advise(named("execute").and(takesArguments(1)), "advice.ArgumentCarried"),
                InstrumentedClass.named("io.grpc.SynchronizationContext")
                        .advise(named("executeLater").and(takesArguments(1)), "advice.ArgumentCarried"),
                InstrumentedClass.named("java.util.concurrent.SubmissionPublisher$BufferedSubscription")
                        .advise(named("offer").and(takesArguments(2)), "advice.QueuePuts")
                        .advise(named("consumeNext").and(takesArguments(2)), "reactive.ItemHandled"),
                waitingSources("io.reactivex.rxjava3."), waitingSources("io.reactivex."),
                InstrumentedClass.named(REPLAY + "UnboundedReplayBuffer")
                        .adviseIfPresent(named("add"), "reactive.ReplayAdds"),
                InstrumentedClass.named(REPLAY + "SizeBoundReplayBuffer")
                        .adviseIfPresent(named("add"), "reactive.ReplayAdds"),
                InstrumentedClass.named(REPLAY + "SizeAndTimeBoundReplayBuffer")
                        .adviseIfPresent(named("add"), "reactive.ReplayAdds"),
                InstrumentedClass.named(REPLAY + "SizeBoundReplayBuffer$Node")
                        .adviseIfPresent(isConstructor(), "reactive.ReplayNode"),
                InstrumentedClass.named(REPLAY + "SizeAndTimeBoundReplayBuffer$TimedNode")
                        .adviseIfPresent(isConstructor(), "reactive.ReplayNode"),
                InstrumentedClass.named("reactor.core.publisher.SinkManyReplayProcessor$ReplayInner")
                        .adviseIfPresent(isConstructor(), "reactive.ReplayCollects")
                        .adviseIfPresent(named("poll").and(not(isBridge())), "reactive.ReplayCollected")
                        .adviseIfPresent(named("request"), "reactive.ReplayAsked")));
        classes.addAll(serialized("io.reactivex.rxjava3."));
        classes.addAll(serialized("io.reactivex."));
        for (String queue : List.of(REACTOR + "SpscArrayQueue", REACTOR + "SpscLinkedArrayQueue",
                REACTOR + "MpscLinkedQueue",
                REACTOR + "Queues$OneQueue",
                RXJAVA3 + "operators.SpscArrayQueue", RXJAVA3 + "operators.SpscLinkedArrayQueue",
                RXJAVA3 + "internal.queue.SpscArrayQueue", RXJAVA3 + "internal.queue.SpscLinkedArrayQueue",
                RXJAVA3 + "internal.queue.MpscLinkedQueue", RXJAVA2 + "SpscArrayQueue",
                RXJAVA2 + "SpscLinkedArrayQueue", RXJAVA2 + "MpscLinkedQueue"))
            classes.add(reactive(queue));
        for (String queue : List.of("unsafe.SpscArrayQueue", "unsafe.SpscUnboundedArrayQueue",
                "unsafe.SpscLinkedQueue", "unsafe.MpscLinkedQueue", "atomic.SpscLinkedArrayQueue",
                "atomic.SpscAtomicArrayQueue", "atomic.SpscExactAtomicArrayQueue",
                "atomic.SpscUnboundedAtomicArrayQueue"))
            classes.add(drained(RXJAVA1 + queue));
        return classes;
    }

    private static InstrumentedClass waitingSources(String rxJava) {
        return InstrumentedClass.named(rxJava + "internal.operators.observable.ObservableFlatMap$MergeObserver")
                .adviseIfPresent(isConstructor(), "reactive.SourcesFollowed");
    }

    /** What came while another thread was at it, which passes it on. */
    private static List<InstrumentedClass> serialized(String rxJava) {
        return List.of(
                InstrumentedClass.named(rxJava + "internal.util.AppendOnlyLinkedArrayList")
                        .advise(named("add").or(named("setFirst")), "advice.QueuePuts")
                        .advise(named("accept").or(named("forEachWhile").and(takesArguments(1))), "reactive.PassesOn"),
                InstrumentedClass.named(rxJava + "internal.util.NotificationLite")
                        .advise(named("accept").or(named("acceptFull")), "reactive.PassedOn"),
                InstrumentedClass.named(rxJava + "processors.BehaviorProcessor$BehaviorSubscription")
                        .advise(named("test").and(takesArgument(0, Object.class)), "reactive.PassedOn"));
    }

    private static InstrumentedClass reactive(String queue) {
        return drained(queue).advise(named("clear").and(takesArguments(0)), "advice.QueuePauses");
    }

    private static InstrumentedClass drained(String queue) {
        return InstrumentedClass.named(queue)
                .advise(named("offer").and(takesArguments(1)), "advice.QueueOffers")
                .advise(named("poll").and(takesArguments(0)), "reactive.QueueDrained");
    }
}
