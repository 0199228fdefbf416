// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.slowly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import scala.Function0;
import scala.Function1;
import scala.runtime.BoxedUnit;
import zio.FiberId;
import zio.Promise;
import zio.Runtime;
import zio.Semaphore;
import zio.Trace;
import zio.Unsafe;
import zio.Unsafe$;
import zio.ZIO;

/** Runs in a JVM with the agent: as {@link Libraries}, through fibers of ZIO, whose types Java cannot say. */
@SuppressWarnings({"unchecked", "rawtypes"})
public final class ZioFibers {
    private static final Object HERE = Trace.empty();
    private static final Unsafe UNSAFE = Unsafe$.MODULE$;

    private ZioFibers() {}

    public static void main(String[] args) throws Exception {
        Runtime runtime = (Runtime) Runtime.class.getMethod("default").invoke(null); // no name in Java
        goOn(runtime);
        areResumed(runtime);
        tasks(runtime);
        System.out.println("all checked");
        System.exit(0);
    }

    private static ZIO work(Runnable work) {
        return ZIO.succeed((Function0) () -> {
            work.run();
            return BoxedUnit.UNIT;
        }, HERE);
    }

    private static ZIO slow(int expected) {
        return work(slowly(expected));
    }

    private static ZIO inTurn(ZIO first, ZIO... others) {
        ZIO all = first;
        for (ZIO next : others)
            all = all.flatMap((Function1) done -> next, HERE);
        return all;
    }

    private static ZIO sleep() {
        return ZIO.sleep(() -> Duration.ofMillis(2), HERE);
    }

    private static void start(Runtime runtime, ZIO effect) {
        runtime.unsafe().fork(effect, HERE, UNSAFE);
    }

    private static <T> T result(Runtime runtime, ZIO effect) {
        return (T) runtime.unsafe().run(effect, HERE, UNSAFE).getOrElse((Function1) cause -> {
            throw new IllegalStateException(cause.toString());
        });
    }

    private static void goOn(Runtime runtime) throws Exception {
        check("ZIO, yielding", 2, c -> start(runtime, inTurn(slow(c), ZIO.yieldNow(HERE), slow(c))));
        check("ZIO, asleep", 2, c -> start(runtime, inTurn(slow(c), sleep(), slow(c))));
        check("ZIO, run by a thread", 2, c -> result(runtime, inTurn(slow(c), sleep(), slow(c))));
        check("ZIO, blocking", 2, c -> start(runtime,
                inTurn(ZIO.attemptBlocking((Function0) () -> result(runtime, slow(c)), HERE), slow(c))));
        check("ZIO, forked", 2, c -> start(runtime, inTurn(inTurn(sleep(), slow(c)).forkDaemon(HERE), slow(c))));
        check("ZIO, in parallel", 3, c -> start(runtime, inTurn(
                slow(c).zipWithPar(() -> inTurn(sleep(), slow(c)), (one, other) -> one, HERE), slow(c))));
    }

    private static void areResumed(Runtime runtime) throws Exception {
        check("ZIO, called back by somebody else", 2, c -> {
            CountDownLatch waits = new CountDownLatch(1);
            List<Function1> callbacks = new ArrayList<>();
            Function1 register = callback -> {
                callbacks.add((Function1) callback);
                waits.countDown();
                return BoxedUnit.UNIT;
            };
            start(runtime, inTurn(ZIO.async(register, () -> FiberId.apply(0, 0, HERE), HERE), slow(c), slow(c)));
            waits.await();
            bySomebodyElse(() -> callbacks.get(0).apply(work(() -> {})));
        });
        List<Promise> waiting = new ArrayList<>();
        check("ZIO, one in four keeps the promise", 2, c -> {
            Promise promise = waiting.isEmpty() ? result(runtime, Promise.make(HERE)) : waiting.get(0);
            waiting.add(promise);
            start(runtime, inTurn(promise.await(HERE), slow(c), slow(c)));
            if (waiting.size() == 4) {
                start(runtime, promise.succeed(c, HERE));
                waiting.clear();
            }
        });
        Semaphore one = result(runtime, Semaphore.make(() -> 1L, HERE));
        check("ZIO's semaphore", 2, c -> start(runtime, inTurn(one.withPermit(slow(c), HERE), slow(c))));
    }

    /** What is no fiber, in the pool of fibers. */
    private static void tasks(Runtime runtime) throws Exception {
        zio.Executor own = result(runtime, ZIO.executor(HERE));
        Executor pool = own.asJava();
        check("ZIO's executor", 1, c -> pool.execute(slowly(c)));
        check("ZIO's executor, from within", 1, c -> pool.execute(() -> pool.execute(slowly(c))));
        check("ZIO's executor, from a fiber", 1, c -> start(runtime, work(() -> pool.execute(slowly(c)))));
    }
}
