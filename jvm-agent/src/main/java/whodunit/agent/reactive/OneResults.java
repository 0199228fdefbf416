// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Sources of Reactor and RxJava that have one result, which one request gives and another waits for: it goes on for
 * itself, on the thread of who has given it.
 */
public final class OneResults implements Instrumentation {
    private static final ElementMatcher.Junction<MethodDescription> SUBSCRIBE = named("subscribe")
            .or(named("subscribeActual")).and(takesArguments(1));
    private static final ElementMatcher.Junction<MethodDescription> TELLS = named("onSuccess").or(named("onError"))
            .or(named("onComplete"));

    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>();
        String reactor = "reactor.core.publisher.MonoCreate";
        classes.add(InstrumentedClass.named(reactor).adviseIfPresent(SUBSCRIBE, "reactive.CallbackAsked"));
        classes.add(InstrumentedClass.named(reactor + "$DefaultMonoSink")
                .adviseIfPresent(named("success").or(named("error")), "reactive.EmitterGoesOn"));
        for (String library : HotWaiters.RXJAVA) {
            String operators = library + "internal.operators.";
            for (String source : List.of("single.Single", "maybe.Maybe", "completable.Completable")) {
                String created = operators + source + "Create";
                classes.add(InstrumentedClass.named(created).adviseIfPresent(SUBSCRIBE, "reactive.SourceAsked"));
                classes.add(InstrumentedClass.named(created + "$Emitter")
                        .adviseIfPresent(TELLS.or(named("tryOnError")), "reactive.EmitterGoesOn"));
                classes.add(observed(operators + source + "Cache"));
            }
            for (String subject : List.of("Single", "Maybe", "Completable"))
                classes.add(observed(library + "subjects." + subject + "Subject"));
            for (String subject : List.of("subjects.AsyncSubject", "processors.AsyncProcessor"))
                classes.add(InstrumentedClass.named(library + subject).adviseIfPresent(SUBSCRIBE, "reactive.OneAwaited")
                        .adviseIfPresent(TELLS, "reactive.SubscribersGoOn"));
        }
        return classes;
    }

    private static InstrumentedClass observed(String source) {
        return InstrumentedClass.named(source).adviseIfPresent(SUBSCRIBE, "reactive.OneAwaited")
                .adviseIfPresent(TELLS, "reactive.ObserversGoOn");
    }
}
