package whodunit.agent;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import whodunit.agent.advice.NodeWaiter;
import whodunit.agent.boot.ClassWeaver;

/**
 * Which methods of which classes get which advice. The advice is inlined, so that woven classes need nothing but the
 * boot class path. The native half asks only for classes that it lists too (jvm-agent/native/weave.c).
 */
public final class Weaver implements ClassWeaver {
    private static final String ADVICE = "whodunit.agent.advice.";
    private static final String STAGES = "java/util/concurrent/CompletableFuture$";

    private record Rule(ElementMatcher<? super MethodDescription> methods, String advice) {}

    private static final Rule[] SYNCHRONIZER = {
            new Rule(named("acquire").and(takesArguments(6)), "Acquires"), new Rule(named("enqueue"), "Signals")
    };

    private static final Map<String, List<Rule>> RULES = Map.ofEntries(
            entry("org/mariadb/jdbc/client/socket/impl/PacketWriter",
                    new Rule(named("writeSocket").and(takesArgument(0, boolean.class)), "MariadbPacket")),
            entry("com/mysql/cj/protocol/a/NativeProtocol",
                    new Rule(named("send").and(takesArgument(1, int.class)), "MysqlPacket")),
            entry("java/util/concurrent/FutureTask",
                    new Rule(isConstructor(), "FutureTaskCreated"),
                    new Rule(named("run").or(named("runAndReset")), "FutureTaskRuns")),
            entry("java/util/concurrent/ThreadPoolExecutor",
                    new Rule(named("execute"), "TaskSubmitted"),
                    new Rule(named("reject"), "TaskRejected"),
                    new Rule(named("remove"), "TaskRemoved"),
                    new Rule(named("getTask"), "WorkerTakes")),
            entry("java/util/concurrent/ThreadPoolExecutor$Worker",
                    new Rule(named("run"), "WorkerRuns")),
            entry("java/util/concurrent/ThreadPerTaskExecutor$TaskRunner",
                    new Rule(isConstructor(), "TaskCreated"),
                    new Rule(named("run"), "TaskRuns")),
            entry("java/util/concurrent/ForkJoinTask",
                    new Rule(isConstructor(), "TaskCreated"),
                    new Rule(named("doExec"), "TaskRuns")),
            entry(STAGES + "AsyncSupply", new Rule(named("run"), "TaskRuns")),
            entry(STAGES + "AsyncRun", new Rule(named("run"), "TaskRuns")),
            entry(STAGES + "Signaller"), // wakes those who wait for the result: by the completing thread's transaction
            entry("java/util/concurrent/locks/LockSupport",
                    new Rule(named("park"), "Parks"),
                    new Rule(named("parkNanos").and(takesArguments(2)), "ParksNanosOn"),
                    new Rule(named("parkNanos").and(takesArguments(1)), "ParksNanos"),
                    new Rule(named("parkUntil").and(takesArguments(2)), "ParksUntilOn"),
                    new Rule(named("parkUntil").and(takesArguments(1)), "ParksUntil"),
                    new Rule(named("unpark"), "Unparks")),
            entry("java/util/concurrent/locks/AbstractQueuedSynchronizer", SYNCHRONIZER),
            entry("java/util/concurrent/locks/AbstractQueuedLongSynchronizer", SYNCHRONIZER),
            entry("java/util/concurrent/locks/StampedLock",
                    new Rule(named("acquireRead").or(named("acquireWrite")), "Acquires")));

    private static Map.Entry<String, List<Rule>> entry(String type, Rule... rules) {
        return Map.entry(type, List.of(rules));
    }

    /** Every kind of dependent stage has one. */
    private static final List<Rule> STAGE = List.of(new Rule(named("tryFire").and(not(isAbstract())), "StageFires"));

    private final ByteBuddy byteBuddy = new ByteBuddy().with(TypeValidation.DISABLED);
    private final Advice.WithCustomMapping mapped = Advice.withCustomMapping()
            .bind(new Advice.OffsetMapping.Factory.Simple<>(NodeWaiter.class, new NodeWaiterMapping()));
    private final ClassFileLocator ours = ClassFileLocator.ForClassLoader.of(Weaver.class.getClassLoader());

    @Override
    public byte[] weave(ClassLoader loader, String name, byte[] original) {
        List<Rule> rules = RULES.getOrDefault(name, name.startsWith(STAGES) ? STAGE : null);
        if (rules == null)
            return null;
        String type = name.replace('/', '.');
        // the advice is found in our loader, the types that it names in the woven class's
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(type, original), ours, theirs(loader));
        TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
        TypeDescription woven = pool.describe(type).resolve();
        DynamicType.Builder<?> builder = byteBuddy.decorate(woven, locator);
        boolean any = false;
        for (Rule rule : rules) {
            if (woven.getDeclaredMethods().filter(rule.methods()).isEmpty()) {
                if (rules == STAGE)
                    continue; // an abstract kind, or a helper
                throw new IllegalStateException("no method " + rule.methods());
            }
            any = true;
            TypeDescription advice = pool.describe(ADVICE + rule.advice()).resolve();
            builder = builder.visit(mapped.to(advice, locator).on(rule.methods()));
        }
        return any ? builder.make(TypeResolutionStrategy.Disabled.INSTANCE, pool).getBytes() : null;
    }

    private static ClassFileLocator theirs(ClassLoader loader) {
        return loader == null ? ClassFileLocator.ForClassLoader.ofBootLoader()
                : ClassFileLocator.ForClassLoader.of(loader);
    }
}
