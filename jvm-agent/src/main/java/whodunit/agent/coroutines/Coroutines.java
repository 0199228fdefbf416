// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Kotlin coroutines: a continuation runs under the context of the coroutine that made it, whoever resumes it. So it is
 * dispatched under it, too: what the dispatcher's executor notes is the same. One that goes over a channel goes on for
 * who has sent what it takes, and so does one that receives from a channel into which several send, or collects a flow
 * into which several emit.
 */
public final class Coroutines implements Instrumentation {
    private static final String COROUTINES = "kotlinx.coroutines.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(COROUTINES + "DispatchedTask")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("run").and(takesArguments(0)), "coroutines.CoroutineRuns"),
                InstrumentedClass.named(COROUTINES + "CancellableContinuationImpl") // made where it is suspended
                        .adviseIfPresent(named("dispatchResume"), "coroutines.CoroutineResumes")
                        .adviseIfPresent(named("tryResume").and(takesArguments(0)), "coroutines.CoroutineNotSuspended"),
                InstrumentedClass.named(COROUTINES + "internal.DispatchedContinuation")
                        .adviseIfPresent(nameStartsWith("resume"), "advice.TaskRunsAgain"),
                InstrumentedClass.named(COROUTINES + "InvokeOnCompletion") // told by whoever completes a job
                        .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                        .adviseIfPresent(named("invoke").and(not(isBridge())), "advice.TaskRunsAgain"),
                InstrumentedClass.named(COROUTINES + "channels.BufferedChannel")
                        .adviseIfPresent(named("send").or(nameStartsWith("trySend-")), "coroutines.ChannelSends")
                        .adviseIfPresent(named("receive").or(nameStartsWith("receiveCatching-"))
                                .or(nameStartsWith("tryReceive-")).and(not(isStatic())), "coroutines.ChannelReceives")
                        .adviseIfPresent(named("processResultSelectReceive")
                                .or(named("processResultSelectReceiveCatching")), "coroutines.ChannelSelected")
                        .adviseIfPresent(named("tryResumeReceiver").and(takesArguments(2)),
                                "coroutines.ChannelResumes"),
                InstrumentedClass.named(COROUTINES + "channels.BufferedChannel$BufferedChannelIterator")
                        .adviseIfPresent(named("next").and(takesArguments(0)), "coroutines.ChannelDrained"),
                InstrumentedClass.named(COROUTINES + "flow.SharedFlowImpl")
                        .adviseIfPresent(named("tryEmitLocked").and(takesArguments(1)), "coroutines.FlowEmits")
                        .adviseIfPresent(named("tryTakeValue").and(takesArguments(1)), "coroutines.FlowCollected"),
                InstrumentedClass.named(COROUTINES + "flow.SharedFlowSlot")
                        .adviseIfPresent(named("allocateLocked").and(not(isBridge())), "coroutines.FlowCollects")
                        .adviseIfPresent(named("freeLocked").and(not(isBridge())), "coroutines.FlowLeft"));
    }
}
