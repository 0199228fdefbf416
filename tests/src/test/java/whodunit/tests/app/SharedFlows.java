// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineScopeKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.flow.MutableSharedFlow;
import kotlinx.coroutines.flow.SharedFlow;
import kotlinx.coroutines.flow.SharedFlowKt;
import kotlinx.coroutines.flow.SharingStarted;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link Channels}, by coroutines that collect what others emit into one flow. */
public final class SharedFlows {
    private SharedFlows() {}

    public static void main(String[] args) throws Exception {
        CoroutineDispatcher pool = ExecutorsKt.from((Executor) Executors.newFixedThreadPool(2));
        CoroutineDispatcher perTask = ExecutorsKt.from(threadPerTask());
        for (CoroutineDispatcher dispatcher : new CoroutineDispatcher[] {pool, perTask, Dispatchers.getDefault()}) {
            collectedByTheFirst(dispatcher);
            collectedByAll(dispatcher);
            collectedWhenAskedFor(dispatcher);
            replayed(dispatcher);
            theSameAgain(dispatcher);
            awaited(dispatcher);
            awaitedByAll(dispatcher);
            left(dispatcher);
            startedForAll(dispatcher);
        }
        System.out.println("all checked");
        System.exit(0);
    }

    /** Virtual ones, where there are some. */
    private static Executor threadPerTask() throws ReflectiveOperationException {
        return Runtime.version().feature() < 21 ? task -> new Thread(task).start()
                : (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    /** The loop is started by whoever comes first. */
    private static void collectedByTheFirst(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<Integer> flow = flow(0, 100);
        AtomicBoolean started = new AtomicBoolean();
        check("a shared flow's collector, which a request starts", 1, c -> {
            if (!started.getAndSet(true))
                collect(dispatcher, flow);
            emit(flow, c);
            if (c % 2 == 0)
                Thread.sleep(2); // so that it waits
        });
    }

    private static void collectedByAll(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<Integer> flow = flow(0, 100);
        collect(dispatcher, flow);
        collect(dispatcher, flow);
        check("a shared flow's collectors", 2, c -> emit(flow, c));
    }

    /** Who emits is suspended until it is collected. */
    private static void collectedWhenAskedFor(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<Integer> flow = flow(0, 0);
        collect(dispatcher, flow);
        check("a shared flow without a buffer", 1, c -> emit(flow, c));
    }

    /** They were emitted before somebody collects. */
    private static void replayed(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<Integer> flow = flow(100, 0);
        AtomicBoolean started = new AtomicBoolean();
        check("a shared flow's replay", 1, c -> {
            emit(flow, c);
            if (c % 7 == 6 && !started.getAndSet(true))
                bySomebodyElse(() -> {
                    collect(dispatcher, flow);
                    return null;
                });
        });
    }

    /** One and the same object, so that only its place tells whose it is. */
    private static void theSameAgain(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<String> flow = flow(0, 100);
        int[] expected = new int[60];
        AtomicInteger emitted = new AtomicInteger(), collected = new AtomicInteger();
        launch(dispatcher, end -> flow.collect((value, then) -> {
            see(expected[collected.getAndIncrement()]);
            return Unit.INSTANCE;
        }, end));
        waitForCollectors(flow, 1);
        check("a shared flow of one object", 1, c -> {
            expected[emitted.getAndIncrement()] = c;
            flow.emit("same", new Nobody());
        });
    }

    /** Each request waits for what is its own, and goes on for itself. */
    private static void awaited(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<Integer> flow = flow(0, 100);
        check("a shared flow's first", 1, c -> {
            launch(dispatcher, end -> new First(flow, c, false, end).invokeSuspend(Unit.INSTANCE));
            waitForCollectors(flow, 1);
            bySomebodyElse(() -> flow.emit(c, new Nobody()));
            waitForCollectors(flow, 0);
        });
    }

    /** Whoever looks for its own looks for itself, if it is somebody. */
    private static void awaitedByAll(CoroutineDispatcher dispatcher) throws Exception {
        MutableSharedFlow<Integer> flow = flow(0, 100);
        List<Integer> asked = new ArrayList<>();
        check("a shared flow's first, all at once", 1, c -> {
            launch(dispatcher, end -> new First(flow, c, c != 0, end).invokeSuspend(Unit.INSTANCE));
            asked.add(c);
            waitForCollectors(flow, asked.size());
            emit(flow, -1);
            if (asked.size() == 60)
                for (int answered : asked)
                    bySomebodyElse(() -> flow.emit(answered, new Nobody()));
        });
    }

    /** A request that has gone on for others goes on for itself when it has found what it wants. */
    private static void left(CoroutineDispatcher dispatcher) throws Exception {
        check("a shared flow that is left", 1, c -> {
            MutableSharedFlow<Integer> flow = flow(0, 100);
            launch(dispatcher, end -> new First(flow, c, false, end).invokeSuspend(Unit.INSTANCE));
            waitForCollectors(flow, 1);
            emit(flow, -1);
            bySomebodyElse(() -> flow.emit(-2, new Nobody()));
            bySomebodyElse(() -> flow.emit(c, new Nobody()));
        });
    }

    /** What is shared is made by nobody's coroutine, whoever is the first to collect it. */
    private static void startedForAll(CoroutineDispatcher dispatcher) throws Exception {
        check("a flow that is shared", 1, c -> {
            Flow<Integer> source = FlowKt.flow((collector, then) -> {
                see(0);
                return Unit.INSTANCE;
            });
            int before = Whodunit.attach(0);
            SharedFlow<Integer> shared = FlowKt.shareIn(source, CoroutineScopeKt.CoroutineScope(dispatcher),
                    SharingStarted.Companion.WhileSubscribed(0, 0), 0);
            Whodunit.detach(before);
            launch(dispatcher, end -> shared.collect((value, then) -> Unit.INSTANCE, end));
        });
    }

    private static <T> MutableSharedFlow<T> flow(int replay, int buffer) {
        return SharedFlowKt.MutableSharedFlow(replay, buffer, BufferOverflow.SUSPEND);
    }

    private static void emit(MutableSharedFlow<Integer> flow, int value) {
        flow.emit(value, new Nobody());
    }

    private static void collect(CoroutineDispatcher dispatcher, MutableSharedFlow<Integer> flow) throws Exception {
        int before = flow.getSubscriptionCount().getValue();
        launch(dispatcher, end -> flow.collect((value, then) -> {
            see(value);
            return Unit.INSTANCE;
        }, end));
        waitForCollectors(flow, before + 1);
    }

    private static void waitForCollectors(MutableSharedFlow<?> flow, int number) throws InterruptedException {
        while (flow.getSubscriptionCount().getValue() != number)
            Thread.sleep(1);
    }

    private interface Work {
        Object of(Continuation<? super Unit> end);
    }

    private static void launch(CoroutineDispatcher dispatcher, Work work) {
        BuildersKt.launch(GlobalScope.INSTANCE, dispatcher, CoroutineStart.DEFAULT, (scope, end) -> work.of(end));
    }

    /** What the compiler makes of see(flow.first { it == expected }) */
    @SuppressWarnings("unchecked")
    private static final class First extends ContinuationImpl {
        private final MutableSharedFlow<Integer> flow;
        private final int expected;
        private final boolean looks;
        private boolean asked;

        First(MutableSharedFlow<Integer> flow, int expected, boolean looks, Continuation<? super Unit> end) {
            super((Continuation<Object>) (Object) end);
            this.flow = flow;
            this.expected = expected;
            this.looks = looks;
        }

        @Override
        public Object invokeSuspend(Object result) {
            if (!asked) {
                asked = true;
                Object got = FlowKt.first(flow, (value, then) -> is(value), (Continuation<Integer>) (Object) this);
                if (got == IntrinsicsKt.getCOROUTINE_SUSPENDED())
                    return got;
            }
            if (!looks)
                see(expected);
            return Unit.INSTANCE;
        }

        private boolean is(int value) {
            if (looks && value == expected)
                see(expected);
            return value == expected;
        }
    }
}
