// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.checkNotAnothers;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import com.google.common.util.concurrent.Uninterruptibles;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link Shared}, by who subscribes once to what several requests emit. */
public final class HotSources {
    private HotSources() {}

    public static void main(String[] args) throws Exception {
        replays(Schedulers.parallel(), HandOvers::check);
        // what a library runs on a thread of its own, which is no pool's, may be nobody's
        replays(Schedulers.fromExecutor(threadPerTask()), HandOvers::checkNotAnothers);
        rxJava();
        System.out.println("all checked");
        System.exit(0);
    }

    /** Virtual ones, where there are some. */
    private static Executor threadPerTask() throws ReflectiveOperationException {
        return Runtime.version().feature() < 21 ? task -> new Thread(task).start()
                : (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    private interface Check {
        void of(String what, int each, HandOvers.HandOver handOver) throws Exception;
    }

    private static void replays(Scheduler scheduler, Check check) throws Exception {
        replays("all", () -> Sinks.many().replay().all(), scheduler, check);
        replays("the last 100", () -> Sinks.many().replay().limit(100), scheduler, check);
        replays("the last hour", () -> Sinks.many().replay().limit(Duration.ofHours(1)), scheduler, check);
    }

    private static void replays(String what, Supplier<Sinks.Many<Runnable>> sinks, Scheduler scheduler, Check check)
            throws Exception {
        String sink = "Reactor's sink that replays " + what;
        servedBy(sink, sinks.get(), scheduler, check);
        startedByTheFirst(sink, sinks.get(), scheduler, check);
        replayed(sink, sinks.get(), scheduler, check);
        awaited(sink, sinks.get(), scheduler, check);
        askedForMore(sink, sinks.get(), scheduler, 0);
        askedForMore(sink, sinks.get(), scheduler, 1);
    }

    private static void serve(Sinks.Many<Runnable> sink, Scheduler scheduler) {
        sink.asFlux().publishOn(scheduler).subscribe(Runnable::run);
    }

    private static void servedBy(String what, Sinks.Many<Runnable> sink, Scheduler scheduler, Check check)
            throws Exception {
        serve(sink, scheduler);
        serve(sink, scheduler);
        check.of(what, 2, c -> sink.tryEmitNext(slowly(c)).orThrow());
    }

    private static void startedByTheFirst(String what, Sinks.Many<Runnable> sink, Scheduler scheduler,
            Check check) throws Exception {
        AtomicBoolean started = new AtomicBoolean();
        check.of(what + ", served by whom a request starts", 1, c -> {
            if (!started.getAndSet(true))
                serve(sink, scheduler);
            sink.tryEmitNext(slowly(c)).orThrow();
        });
    }

    /** They were emitted before somebody subscribes. */
    private static void replayed(String what, Sinks.Many<Runnable> sink, Scheduler scheduler, Check check)
            throws Exception {
        int[] emitted = {0};
        check.of(what + ", later", 1, c -> {
            sink.tryEmitNext(slowly(c)).orThrow();
            if (++emitted[0] == 60)
                bySomebodyElse(() -> {
                    serve(sink, scheduler);
                    return null;
                });
        });
    }

    /** Each request waits for what is its own, and goes on for itself, if it is somebody. */
    private static void awaited(String what, Sinks.Many<Runnable> sink, Scheduler scheduler, Check check)
            throws Exception {
        List<Runnable> asked = new ArrayList<>();
        check.of(what + ", awaited", 1, c -> {
            Runnable own = () -> {};
            asked.add(own);
            sink.tryEmitNext(() -> {}).orThrow();
            sink.asFlux().publishOn(scheduler).filter(x -> x == own).next()
                    .subscribe(x -> see(c == 0 ? Whodunit.current() : c));
            if (asked.size() == 60)
                for (Runnable answer : asked)
                    bySomebodyElse(() -> sink.tryEmitNext(answer));
        });
    }

    /** All but two are passed on by who has ended another one, for whom nobody has subscribed, or the first. */
    private static void askedForMore(String what, Sinks.Many<Runnable> sink, Scheduler scheduler, int starter)
            throws Exception {
        CountDownLatch emitted = new CountDownLatch(60);
        Runnable subscribe = () -> sink.asFlux()
                .flatMap(work -> Mono.fromRunnable(work).subscribeOn(scheduler), 2).subscribe();
        if (starter == 0)
            subscribe.run();
        checkNotAnothers(what + ", when asked for more", 1, c -> {
            if (60 - emitted.getCount() == starter - 1)
                subscribe.run();
            sink.tryEmitNext(() -> {
                Uninterruptibles.awaitUninterruptibly(emitted);
                see(c);
            }).orThrow();
            emitted.countDown();
        });
    }

    private static void rxJava() throws Exception {
        PublishSubject<Runnable> subject = PublishSubject.create();
        subject.flatMap(HotSources::ran, false, 2).subscribe();
        check("RxJava's flatMap of two at once", 1, c -> subject.onNext(slowly(c)));
        Subject<Runnable> serialized = PublishSubject.<Runnable>create().toSerialized();
        serialized.subscribe(Runnable::run);
        passedOn("subject", serialized::onNext);
        FlowableProcessor<Runnable> processor = PublishProcessor.<Runnable>create().toSerialized();
        processor.subscribe(Runnable::run);
        passedOn("processor", processor::onNext);
        PublishSubject<Runnable> plain = PublishSubject.create();
        plain.serialize().subscribe(Runnable::run);
        passedOn("observer", plain::onNext);
    }

    /** Work that comes while somebody else is at it. */
    private static void passedOn(String what, Consumer<Runnable> emits) throws Exception {
        check("RxJava's serialized " + what, 1, c -> bySomebodyElse(() -> {
            emits.accept(() -> emitted(c, emits));
            return null;
        }));
    }

    private static void emitted(int expected, Consumer<Runnable> emits) {
        Thread other = new Thread(() -> {
            int before = Whodunit.attach(expected);
            emits.accept(() -> see(expected));
            Whodunit.detach(before);
        });
        other.start();
        Uninterruptibles.joinUninterruptibly(other);
    }

    private static Observable<Object> ran(Runnable work) {
        return Observable.fromRunnable(work).subscribeOn(io.reactivex.rxjava3.schedulers.Schedulers.io());
    }
}
