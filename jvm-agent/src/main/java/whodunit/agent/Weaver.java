package whodunit.agent;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.lang.instrument.Instrumentation;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.utility.JavaModule;
import whodunit.agent.boot.Native;

/** Which methods of which classes get which advice. The advice is inlined, so woven classes only see the boot class path. */
final class Weaver {
    private static final String ADVICE = "whodunit.agent.advice.";

    private final Instrumentation instrumentation;

    Weaver(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    void install() {
        AgentBuilder builder = new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(new Failures())
                .ignore(none());
        builder = drivers(builder);
        builder = tasks(builder);
        builder.installOn(instrumentation);
    }

    private AgentBuilder drivers(AgentBuilder builder) {
        builder = weave(builder, "org.mariadb.jdbc.client.socket.impl.PacketWriter",
                named("writeSocket").and(takesArgument(0, boolean.class)), "MariadbPacket");
        return weave(builder, "com.mysql.cj.protocol.a.NativeProtocol",
                named("send").and(takesArgument(1, int.class)), "MysqlPacket");
    }

    private AgentBuilder tasks(AgentBuilder builder) {
        builder = weave(builder, "java.util.concurrent.FutureTask",
                isConstructor().and(takesArgument(0, Callable.class)), "FutureTaskCreated");
        builder = weave(builder, "java.util.concurrent.FutureTask",
                isConstructor().and(takesArgument(0, Runnable.class)), "FutureTaskCreated");
        builder = weave(builder, "java.util.concurrent.ThreadPoolExecutor", named("execute"), "TaskSubmitted");
        builder = weave(builder, "java.util.concurrent.ThreadPoolExecutor", named("getTask"), "WorkerTakes");
        builder = weave(builder, "java.util.concurrent.ThreadPoolExecutor$Worker", named("run"), "WorkerRuns");
        builder = weave(builder, "java.util.concurrent.ForkJoinTask", isConstructor(), "TaskCreated");
        builder = weave(builder, "java.util.concurrent.ForkJoinTask", named("doExec"), "TaskRuns");
        for (String task : new String[] {"AsyncSupply", "AsyncRun", "Completion"})
            builder = weave(builder, "java.util.concurrent.CompletableFuture$" + task, named("run"), "TaskRuns");
        return builder;
    }

    private AgentBuilder weave(AgentBuilder builder, String type, ElementMatcher<? super MethodDescription> method, String advice) {
        // found through both loaders: the advice in ours, the types it names in the woven class's
        return builder.type(named(type)).transform(new AgentBuilder.Transformer.ForAdvice()
                .include(Weaver.class.getClassLoader())
                .advice(method, ADVICE + advice));
    }

    /** A class that does not look as expected stays as it is. One line tells of the first. */
    private static final class Failures extends AgentBuilder.Listener.Adapter {
        private final AtomicBoolean told = new AtomicBoolean();

        @Override
        public void onError(String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable e) {
            Native.health(Native.WEAVE_FAILED);
            if (told.compareAndSet(false, true))
                System.err.println("whodunit: " + type + " is not as known, contexts will not follow it: " + e);
        }
    }
}
