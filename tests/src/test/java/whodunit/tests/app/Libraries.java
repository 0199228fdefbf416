// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import kotlin.Unit;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelIterator;
import kotlinx.coroutines.channels.ChannelKt;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Scheduler;
import scala.concurrent.ExecutionContext;

/** Runs in a JVM with the agent: hands work over through libraries and says what ran under a WRONG context. */
public final class Libraries {
    private Libraries() {}

    public static void main(String[] args) throws Exception {
        netty();
        coroutines();
        channels();
        actors();
        System.out.println("all checked");
        System.exit(0);
    }

    private static void netty() throws Exception {
        EventExecutor executor = new DefaultEventExecutor();
        check("Netty execute", 1, c -> executor.execute(() -> see(c)));
        check("Netty submit", 1, c -> executor.submit(() -> see(c)));
        check("Netty schedule", 1, c -> executor.schedule(() -> see(c), c % 3, TimeUnit.MILLISECONDS));
        check("Netty from within", 2, c -> executor.execute(() -> {
            see(c);
            executor.schedule(() -> see(c), 1, TimeUnit.MILLISECONDS);
        }));
        check("Netty's promises", 4, c -> {
            Promise<Integer> promise = executor.newPromise();
            GenericFutureListener<Future<Integer>> sees = future -> see(c), not = future -> see(-1);
            promise.addListener(sees).addListener(sees).addListener(not).removeListener(not);
            promise.addListener(future -> executor.execute(() -> see(c)));
            bySomebodyElse(() -> promise.setSuccess(c));
            executor.newSucceededFuture(c).addListener(future -> see(c));
        });
    }

    /** launch { see; delay; see; delay; see } */
    private static void coroutines() throws Exception {
        check("coroutines", 3, c -> BuildersKt.launch(GlobalScope.INSTANCE, Dispatchers.getDefault(),
                CoroutineStart.DEFAULT, (scope, end) -> new Delays(c, end).invokeSuspend(Unit.INSTANCE)));
        CoroutineDispatcher pool = ExecutorsKt.from((Executor) Executors.newFixedThreadPool(2));
        check("coroutines, resumed by somebody else", 1, c -> {
            CompletableDeferred<Object> value = CompletableDeferredKt.CompletableDeferred(null);
            CountDownLatch waits = new CountDownLatch(1);
            BuildersKt.launch(GlobalScope.INSTANCE, pool, CoroutineStart.DEFAULT,
                    (scope, end) -> new Awaits(c, value, waits, end).invokeSuspend(Unit.INSTANCE));
            waits.await();
            bySomebodyElse(() -> value.complete("done"));
        });
    }

    /** The loop is started by whoever comes first. */
    private static void channels() throws Exception {
        CoroutineDispatcher pool = ExecutorsKt.from((Executor) Executors.newFixedThreadPool(2));
        Channel<Integer> channel = ChannelKt.Channel(100, BufferOverflow.SUSPEND, null);
        AtomicBoolean started = new AtomicBoolean();
        check("coroutines' channel", 1, c -> {
            if (!started.getAndSet(true))
                BuildersKt.launch(GlobalScope.INSTANCE, pool, CoroutineStart.DEFAULT,
                        (scope, end) -> new Receives(channel.iterator(), end).invokeSuspend(Unit.INSTANCE));
            channel.send(c, new Nobody());
        });
    }

    /** What the compiler makes of for (expected in channel) see */
    private static final class Receives extends kotlin.coroutines.jvm.internal.ContinuationImpl {
        private final ChannelIterator<Integer> all;
        private boolean asked;

        @SuppressWarnings("unchecked")
        Receives(ChannelIterator<Integer> all, kotlin.coroutines.Continuation<? super Unit> end) {
            super((kotlin.coroutines.Continuation<Object>) (Object) end);
            this.all = all;
        }

        @Override
        public Object invokeSuspend(Object result) {
            for (;; asked = false) {
                Object has = asked ? result : all.hasNext(this);
                asked = true;
                if (has == kotlin.coroutines.intrinsics.IntrinsicsKt.getCOROUTINE_SUSPENDED())
                    return has;
                see(all.next());
            }
        }
    }

    /** What the compiler makes of value.await(); see */
    private static final class Awaits extends kotlin.coroutines.jvm.internal.ContinuationImpl {
        private final int expected;
        private final CompletableDeferred<Object> value;
        private final CountDownLatch waits;
        private boolean resumed;

        @SuppressWarnings("unchecked")
        Awaits(int expected, CompletableDeferred<Object> value, CountDownLatch waits,
                kotlin.coroutines.Continuation<? super Unit> end) {
            super((kotlin.coroutines.Continuation<Object>) (Object) end);
            this.expected = expected;
            this.value = value;
            this.waits = waits;
        }

        @Override
        public Object invokeSuspend(Object result) {
            if (!resumed) {
                resumed = true;
                Object suspended = value.await(this);
                waits.countDown();
                if (suspended == kotlin.coroutines.intrinsics.IntrinsicsKt.getCOROUTINE_SUSPENDED())
                    return suspended;
            }
            see(expected);
            return Unit.INSTANCE;
        }
    }

    /** What the compiler makes of the coroutine. */
    private static final class Delays extends kotlin.coroutines.jvm.internal.ContinuationImpl {
        private final int expected;
        private int label;

        @SuppressWarnings("unchecked")
        Delays(int expected, kotlin.coroutines.Continuation<? super Unit> end) {
            super((kotlin.coroutines.Continuation<Object>) (Object) end);
            this.expected = expected;
        }

        @Override
        public Object invokeSuspend(Object result) {
            for (; label < 3;) {
                see(expected);
                if (++label < 3) {
                    Object suspended = DelayKt.delay(2, this);
                    if (suspended == kotlin.coroutines.intrinsics.IntrinsicsKt.getCOROUTINE_SUSPENDED())
                        return suspended;
                }
            }
            return Unit.INSTANCE;
        }
    }

    /** Passes a message on once. */
    public static final class Actor extends AbstractActor {
        private final ActorRef next;

        public Actor(ActorRef next) {
            this.next = next;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, expected -> {
                see(expected);
                if (next != null)
                    next.tell(expected, getSelf());
            }).matchEquals("again", asked -> {
                ActorSystem system = getContext().getSystem();
                system.scheduler().scheduleOnce(Duration.ofMillis(1), getSelf(), 0, system.dispatcher(), getSelf());
            }).build();
        }
    }

    private static void actors() throws Exception {
        ActorSystem system = ActorSystem.create();
        ActorRef second = system.actorOf(Props.create(Actor.class, (Object) null));
        ActorRef first = system.actorOf(Props.create(Actor.class, second));
        check("actors", 2, c -> first.tell(c, ActorRef.noSender()));
        ExecutionContext executor = system.dispatcher();
        Scheduler scheduler = system.scheduler();
        check("actors' scheduler", 1,
                c -> scheduler.scheduleOnce(Duration.ofMillis(c % 20), () -> see(c), executor));
        check("actors' scheduler, a message", 2,
                c -> scheduler.scheduleOnce(Duration.ofMillis(c % 20), first, c, executor, ActorRef.noSender()));
        check("actors' scheduler, beside what is given up", 1, c -> {
            scheduler.scheduleOnce(Duration.ofMillis(50), () -> see(-1), executor).cancel();
            scheduler.scheduleOnce(Duration.ofMillis(1), () -> see(c), executor);
        });
        check("actors' scheduler, again and again", 1, c -> scheduler.scheduleWithFixedDelay(Duration.ofMillis(1),
                Duration.ofHours(1), () -> see(c), executor));
        check("actors' scheduler, a message to oneself", 1, c -> second.tell("again", ActorRef.noSender()));
    }
}
