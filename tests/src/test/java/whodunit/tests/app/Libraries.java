// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kotlin.Unit;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: hands work over through libraries and says what ran under a WRONG context. */
public final class Libraries {
    private static final int TYPES = 15, ROUNDS = 60;
    private static final BlockingQueue<int[]> SEEN = new LinkedBlockingQueue<>();
    private static final int[] CONTEXTS = new int[TYPES];

    private Libraries() {}

    private interface HandOver {
        void of(int expected) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 1; i < TYPES; i++) {
            int previous = Whodunit.begin("type " + i);
            CONTEXTS[i] = Whodunit.current();
            Whodunit.end(previous);
        }
        netty();
        vertx();
        coroutines();
        actors();
        System.out.println("all checked");
        System.exit(0);
    }

    private static void see(int expected) {
        int context = Whodunit.current(), previous = Whodunit.attach(0);
        SEEN.add(new int[] {expected, context});
        Whodunit.detach(previous);
    }

    /** Each round for a request of another type, some for none; {@code each} is seen so many times. */
    private static void check(String what, int each, HandOver handOver) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            int context = CONTEXTS[i % TYPES], previous = Whodunit.attach(context);
            handOver.of(context);
            Whodunit.detach(previous);
        }
        int wrong = 0;
        for (int i = 0; i < ROUNDS * each; i++) {
            int[] seen = SEEN.poll(30, TimeUnit.SECONDS);
            if (seen == null || seen[0] != seen[1])
                wrong++;
        }
        if (wrong > 0)
            System.out.println("WRONG " + what + ": " + wrong + " of " + ROUNDS * each);
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
    }

    private static void vertx() throws Exception {
        Vertx vertx = Vertx.vertx();
        io.vertx.core.Context context = vertx.getOrCreateContext();
        check("Vert.x runOnContext", 1, c -> context.runOnContext(v -> see(c)));
        check("Vert.x executeBlocking, ordered", 1, c -> context.executeBlocking(seen(c), true));
        check("Vert.x executeBlocking", 1, c -> context.executeBlocking(seen(c), false));
        check("Vert.x timer", 1, c -> vertx.setTimer(1, id -> see(c)));
    }

    private static Callable<Object> seen(int expected) {
        return () -> {
            Thread.sleep(1); // so that others queue up behind it
            see(expected);
            return null;
        };
    }

    /** launch { see; delay; see; delay; see } */
    private static void coroutines() throws Exception {
        check("coroutines", 3, c -> BuildersKt.launch(GlobalScope.INSTANCE, Dispatchers.getDefault(),
                CoroutineStart.DEFAULT, (scope, end) -> new Delays(c, end).invokeSuspend(Unit.INSTANCE)));
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
            }).build();
        }
    }

    private static void actors() throws Exception {
        ActorSystem system = ActorSystem.create();
        ActorRef second = system.actorOf(Props.create(Actor.class, (Object) null));
        ActorRef first = system.actorOf(Props.create(Actor.class, second));
        check("actors", 2, c -> first.tell(c, ActorRef.noSender()));
    }
}
