// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;
import kotlinx.coroutines.channels.ReceiveChannel;
import kotlinx.coroutines.selects.SelectKt;

/** Runs in a JVM with the agent: as {@link Libraries}, by coroutines that receive what others send. */
public final class Channels {
    private Channels() {}

    public static void main(String[] args) throws Exception {
        CoroutineDispatcher pool = ExecutorsKt.from((Executor) Executors.newFixedThreadPool(2));
        for (CoroutineDispatcher dispatcher : new CoroutineDispatcher[] {pool, Dispatchers.getDefault()}) {
            Channel<Integer> one = channel(), other = channel();
            received("receive", dispatcher, one, one::receive);
            Channel<Integer> caught = channel();
            received("receiveCatching", dispatcher, caught, catching(caught));
            received("select", dispatcher, other, end -> SelectKt.select(choice -> {
                choice.invoke(other.getOnReceive(), (element, then) -> element);
                choice.invoke(one.getOnReceive(), (element, then) -> element);
                return Unit.INSTANCE;
            }, end));
            answered(dispatcher);
        }
        System.out.println("all checked");
        System.exit(0);
    }

    /** Takes an element, or is suspended until there is one. */
    private interface Taking {
        Object then(Continuation<? super Integer> end);
    }

    /** The loop is started by whoever comes first. */
    private static void received(String what, CoroutineDispatcher dispatcher, Channel<Integer> channel, Taking taking)
            throws Exception {
        AtomicBoolean started = new AtomicBoolean();
        check("coroutines' " + what, 1, c -> {
            if (!started.getAndSet(true))
                launch(dispatcher, new Receives(taking, 0));
            channel.send(c, new Nobody());
            if (c % 2 == 0)
                Thread.sleep(2); // so that it waits
        });
    }

    /** Nobody answers each request in a channel of its own. */
    private static void answered(CoroutineDispatcher dispatcher) throws Exception {
        check("coroutines' answers", 2, c -> {
            Channel<Integer> answers = channel();
            launch(dispatcher, new Receives(answers::receive, 2));
            Thread sender = new Thread(() -> {
                int before = whodunit.agent.api.Whodunit.attach(0);
                answers.send(c, new Nobody());
                answers.send(c, new Nobody());
                whodunit.agent.api.Whodunit.detach(before);
            });
            sender.start();
            sender.join();
        });
    }

    private static Channel<Integer> channel() {
        return ChannelKt.Channel(100, BufferOverflow.SUSPEND, null);
    }

    /** Java has no word for its name. */
    private static Taking catching(Channel<Integer> channel) throws NoSuchMethodException {
        Method method = ReceiveChannel.class.getMethod("receiveCatching-JP2dKIU", Continuation.class);
        return end -> {
            try {
                return method.invoke(channel, end);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Of what was received, as it is or in a result. */
    private static int number(Object got) {
        try {
            return got instanceof Integer number ? number
                    : (Integer) got.getClass().getMethod("unbox-impl").invoke(got);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void launch(CoroutineDispatcher dispatcher, Receives receives) {
        BuildersKt.launch(GlobalScope.INSTANCE, dispatcher, CoroutineStart.DEFAULT,
                (scope, end) -> receives.of(end).invokeSuspend(Unit.INSTANCE));
    }

    /** What the compiler makes of while (true) see(receive()), or of repeat(times). */
    private static final class Receives {
        private final Taking taking;
        private final int times;

        Receives(Taking taking, int times) {
            this.taking = taking;
            this.times = times;
        }

        Loop of(Continuation<? super Unit> end) {
            return new Loop(end);
        }

        @SuppressWarnings("unchecked")
        private final class Loop extends ContinuationImpl {
            private boolean asked;
            private int done;

            Loop(Continuation<? super Unit> end) {
                super((Continuation<Object>) (Object) end);
            }

            @Override
            public Object invokeSuspend(Object result) {
                do {
                    Object got = result;
                    if (!asked) {
                        asked = true; // before: another thread may resume it at once
                        got = taking.then((Continuation<Integer>) (Object) this);
                        if (got == IntrinsicsKt.getCOROUTINE_SUSPENDED())
                            return got;
                    }
                    asked = false;
                    see(number(got));
                } while (++done != times);
                return Unit.INSTANCE;
            }
        }
    }
}
