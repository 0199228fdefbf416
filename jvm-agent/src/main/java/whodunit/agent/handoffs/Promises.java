// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import java.util.function.Consumer;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Promises of Twitter's (Finagle), of Vavr and of Spring 5 and 6: who waits for one goes on for itself, whoever
 * completes it. What Twitter's scheduler puts off, it does later for who has given it.
 */
public final class Promises implements Instrumentation {
    private static final String TWITTER = "com.twitter.util.Promise$";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(TWITTER + "K").advise(isConstructor(), "advice.TaskCreated"),
                waiter("Monitored"), waiter("Transformer"),
                InstrumentedClass.named("com.twitter.concurrent.LocalScheduler$Activation")
                        .advise(named("submit").and(takesArguments(1)), "advice.ArgumentCarried"),
                InstrumentedClass.named("io.vavr.concurrent.FutureImpl")
                        .advise(named("onComplete").and(takesArguments(1)).and(takesArgument(0, Consumer.class)),
                                "handoffs.ConsumerCarried"),
                InstrumentedClass.named("org.springframework.util.concurrent.ListenableFutureCallbackRegistry")
                        .advise(named("addCallback").or(named("addSuccessCallback")).or(named("addFailureCallback")),
                                "handoffs.ListenerAdded")
                        .adviseIfPresent(named("notifySuccess").or(named("notifyFailure")).and(takesArguments(1)),
                                "handoffs.WaiterTold"));
    }

    private static InstrumentedClass waiter(String name) {
        return InstrumentedClass.named(TWITTER + name)
                .advise(named("apply").and(takesArguments(1)), "advice.TaskGoesOn");
    }
}
