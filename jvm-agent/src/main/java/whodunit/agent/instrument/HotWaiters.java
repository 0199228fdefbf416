// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import whodunit.agent.boot.HotSources;

/**
 * Hot sources of Reactor and RxJava, into which one request emits what another waits for: it goes on for itself, on the
 * thread of who has emitted.
 */
final class HotWaiters implements Instrumentation {
    private static final String REACTOR = "reactor.core.publisher.";
    private static final String[] RXJAVA = {"io.reactivex.rxjava3.", "io.reactivex."};

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
        for (String waiter : HotSources.earlyWaiters())
            classes.add(waiter(waiter, named("onNext").or(named("onComplete")).or(named("onError"))));
        for (String waiter : HotSources.lateWaiters())
            classes.add(waiter(waiter, named("onComplete").or(named("onError"))));
        return classes;
    }

    private static InstrumentedClass source(String name) {
        return InstrumentedClass.named(name).adviseIfPresent(named("subscribe").or(named("subscribeOrReturn"))
                .or(named("subscribeActual")).and(takesArguments(1)), "HotSubscribed");
    }

    private static InstrumentedClass waiter(String operator, ElementMatcher<? super MethodDescription> tells) {
        return InstrumentedClass.nestedIn(operator).adviseIfPresent(tells, "WaiterGoesOn");
    }
}
