// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import whodunit.agent.boot.HotSources;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Hot sources of Reactor, RxJava and Mutiny, into which one request emits what another waits for: it goes on for
 * itself, on the thread of who has emitted.
 */
public final class HotWaiters implements Instrumentation {
    private static final String REACTOR = "reactor.core.publisher.";
    static final String[] RXJAVA = {"io.reactivex.rxjava3.", "io.reactivex."};

    /** Mutiny has other names. */
    private static final ElementMatcher.Junction<MethodDescription> ENDS = named("onComplete").or(named("onError"))
            .or(named("onCompletion")).or(named("onFailure"));

    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>();
        for (String source : List.of("SinkManyEmitterProcessor", "SinkManyBestEffort", "SinkManyUnicast",
                "SinkManyUnicastNoBackpressure", "SinkManyReplayProcessor", "EmitterProcessor", "DirectProcessor",
                "UnicastProcessor", "ReplayProcessor", "FluxPublish", "FluxReplay", "FluxCreate"))
            classes.add(source(REACTOR + source));
        for (String library : RXJAVA)
            for (String source : List.of("subjects.PublishSubject", "subjects.BehaviorSubject",
                    "subjects.ReplaySubject", "subjects.UnicastSubject", "processors.PublishProcessor",
                    "processors.BehaviorProcessor", "processors.ReplayProcessor", "processors.UnicastProcessor",
                    "processors.MulticastProcessor", "internal.operators.observable.ObservablePublish",
                    "internal.operators.observable.ObservablePublishAlt",
                    "internal.operators.observable.ObservableReplay",
                    "internal.operators.observable.ObservableCache",
                    "internal.operators.observable.ObservableCreate",
                    "internal.operators.flowable.FlowablePublish",
                    "internal.operators.flowable.FlowablePublishAlt",
                    "internal.operators.flowable.FlowableReplay", "internal.operators.flowable.FlowableCache",
                    "internal.operators.flowable.FlowableCreate"))
                classes.add(source(library + source));
        classes.add(source("io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor"));
        for (String waiter : HotSources.earlyWaiters())
            classes.add(waiter(waiter, ENDS.or(named("onNext")).or(named("onItem"))));
        for (String waiter : HotSources.lateWaiters())
            classes.add(waiter(waiter, ENDS));
        return classes;
    }

    private static InstrumentedClass source(String name) {
        return InstrumentedClass.named(name).adviseIfPresent(named("subscribe").or(named("subscribeOrReturn"))
                .or(named("subscribeActual")).and(takesArguments(1)), "reactive.HotSubscribed");
    }

    private static InstrumentedClass waiter(String operator, ElementMatcher<? super MethodDescription> tells) {
        return InstrumentedClass.nestedIn(operator).adviseIfPresent(tells, "reactive.WaiterGoesOn");
    }
}
