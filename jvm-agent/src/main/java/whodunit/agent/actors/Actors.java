// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Actors of Pekko and Akka: a message is handled under the context in which it was sent. A stream is an actor that
 * several may feed: what it takes out of its buffers it handles for who has put it there, and what calls a stage back
 * may do so from within the stream, where it is no message. What the scheduler runs later is of who has scheduled it,
 * but for what an actor sends itself, and for what the library does for itself.
 */
public final class Actors implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>(of("org.apache.pekko."));
        classes.addAll(of("akka."));
        return classes;
    }

    private static List<InstrumentedClass> of(String project) {
        String streams = project + "stream.impl.";
        return List.of(
                InstrumentedClass.named(project + "dispatch.Envelope").advise(isConstructor(), "advice.TaskCreated"),
                InstrumentedClass.named(project + "actor.ActorCell")
                        .advise(named("invoke").and(takesArguments(1)), "actors.MessageHandled")
                        .advise(named("systemInvoke").and(takesArguments(1)), "actors.SystemMessageHandled"),
                InstrumentedClass.named(project + "actor.LightArrayRevolverScheduler")
                        .adviseIfPresent(named("scheduleOnce").and(takesArguments(5)), "actors.MessageScheduled")
                        .adviseIfPresent(named("scheduleOnce").and(takesArguments(3))
                                .and(takesArgument(1, Runnable.class)), "actors.WorkScheduled")
                        .adviseIfPresent(nameStartsWith("schedule").and(takesArguments(4))
                                .and(takesArgument(2, Runnable.class)), "actors.PeriodicWorkScheduled"),
                InstrumentedClass.named(project + "actor.LightArrayRevolverScheduler$TaskHolder")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("executeTask").and(takesArguments(0)), "advice.TaskRuns")
                        .advise(named("cancel").and(takesArguments(0)), "actors.WorkCancelled"),
                nodes(project + "dispatch.AbstractNodeQueue"),
                nodes(project + "dispatch.AbstractBoundedNodeQueue"),
                buffer(streams + "FixedSizeBuffer$FixedSizeBuffer"),
                buffer(streams + "BoundedBuffer"),
                gathers(streams + "fusing.Grouped"),
                gathers(streams + "fusing.GroupedWeighted"),
                gathers(streams + "fusing.GroupedWeightedWithin"),
                gathers(streams + "fusing.Sliding"),
                InstrumentedClass.named(streams + "fusing.ActorGraphInterpreter$BatchingActorInputBoundary")
                        .adviseIfPresent(named("onNext").and(takesArguments(1)), "advice.QueuePuts")
                        .adviseIfPresent(named("dequeue").and(takesArguments(0)), "actors.StreamDrained"),
                InstrumentedClass.named(streams + "fusing.GraphInterpreter")
                        .advise(named("chasePush").and(takesArguments(1)), "actors.StepWaits")
                        .advise(named("processPush").and(takesArguments(1)), "actors.StepGoesOn")
                        .advise(named("processPull").and(takesArguments(1)), "actors.StepAsks")
                        .advise(named("runAsyncInput").and(takesArguments(4)), "actors.SubstreamAsks"),
                InstrumentedClass.named(streams + "fusing.GraphInterpreterShell$AsyncInput")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("execute").and(takesArguments(1)), "actors.CallbackRuns"),
                InstrumentedClass.named(streams + "fusing.GraphInterpreterShell")
                        .advise(named("processEvent").and(takesArguments(2)), "actors.StreamGoesOn")
                        .advise(named("sendResume").and(takesArguments(1)), "actors.StreamResumed"));
    }

    private static InstrumentedClass nodes(String name) {
        return InstrumentedClass.named(name)
                .advise(named("add").and(takesArguments(1)), "actors.StreamPuts")
                .advise(named("poll").and(takesArguments(0)), "actors.StreamDrained");
    }

    private static InstrumentedClass gathers(String stage) {
        return InstrumentedClass.nestedIn(stage)
                .adviseIfPresent(named("onPush").and(takesArguments(0)), "actors.StageGathers");
    }

    private static InstrumentedClass buffer(String name) {
        return InstrumentedClass.named(name)
                .advise(named("enqueue").and(takesArguments(1)), "advice.QueuePuts")
                .advise(named("dequeue").and(takesArguments(0)), "actors.StreamDrained");
    }
}
