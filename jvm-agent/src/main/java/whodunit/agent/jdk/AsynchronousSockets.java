// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Asynchronous sockets: their groups and completion handlers. Those of files are tasks of a pool. */
public final class AsynchronousSockets implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                // a group's threads, and what wakes them, serve all its channels, whoever opens the first
                InstrumentedClass.named("sun.nio.ch.LinuxAsynchronousChannelProvider")
                        .advise(named("defaultEventPort").or(named("openAsynchronousChannelGroup")),
                                "advice.DoneForNobody"),
                InstrumentedClass.named("sun.nio.ch.AsynchronousChannelGroupImpl")
                        .adviseIfPresent(named("startThreads").or(named("threadExit")), "advice.DoneForNobody"),
                InstrumentedClass.named("sun.nio.ch.UnixAsynchronousSocketChannelImpl")
                        .advise(named("implConnect").and(takesArguments(3)), "jdk.SocketConnects"),
                InstrumentedClass.named("sun.nio.ch.AsynchronousSocketChannelImpl")
                        .advise(named("read").and(takesArgument(0, boolean.class)), "jdk.SocketReads")
                        .advise(named("write").and(takesArgument(0, boolean.class)), "jdk.SocketWrites"),
                InstrumentedClass.named("sun.nio.ch.AsynchronousServerSocketChannelImpl")
                        .advise(named("accept").and(takesArguments(2)), "jdk.SocketAccepts"));
    }
}
