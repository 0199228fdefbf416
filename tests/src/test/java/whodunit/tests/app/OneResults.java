// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.checkNotAnothers;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.CompletableEmitter;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.MaybeEmitter;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.core.SingleEmitter;
import io.reactivex.rxjava3.processors.AsyncProcessor;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subjects.AsyncSubject;
import io.reactivex.rxjava3.subjects.CompletableSubject;
import io.reactivex.rxjava3.subjects.MaybeSubject;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.SingleSubject;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import java.time.Duration;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import kotlin.Unit;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link HotWaits}, by requests that wait for what has one result in its life. */
public final class OneResults {
    private static final Exception FAILED = new Exception();

    private OneResults() {}

    public static void main(String[] args) throws Exception {
        created("plain", mono -> mono);
        created("map, flatMap", mono -> mono.map(x -> x).flatMap(Mono::just));
        created("publishOn", mono -> mono.publishOn(Schedulers.parallel()));
        created("timeout", mono -> mono.timeout(Duration.ofSeconds(60)));
        created("the first of two", mono -> Mono.firstWithSignal(mono, Mono.never()));
        created("share", Mono::share);
        created("then", mono -> mono.then(Mono.just("x")));
        oneAfterTheOther();
        loops();
        sinks();
        first();
        createdByRxJava();
        subjects();
        shared();
        mutiny();
        futures();
        System.out.println("all checked");
        System.exit(0);
    }

    /** Who waits for nobody goes on for anybody. */
    private static void seen(int expected) {
        see(expected == 0 ? Whodunit.current() : expected);
    }

    private static void somebody(Runnable what) throws Exception {
        bySomebodyElse(() -> {
            what.run();
            return null;
        });
    }

    private static void created(String what, Function<Mono<Object>, Mono<Object>> waits) throws Exception {
        check("Mono.create, " + what, 3, c -> {
            LinkedList<MonoSink<Object>> sinks = new LinkedList<>();
            waits.apply(Mono.create(sinks::add)).subscribe(x -> seen(c));
            waits.apply(Mono.create(sinks::add)).subscribe(x -> {}, e -> seen(c));
            Mono.create(sinks::add).doFinally(end -> seen(c)).subscribe();
            somebody(() -> sinks.get(0).success("x"));
            somebody(() -> sinks.get(1).error(FAILED));
            somebody(() -> sinks.get(2).success());
        });
    }

    /** By a helper that all requests use: the first two of them may be loops, for all that anybody knows. */
    private static void oneAfterTheOther() throws Exception {
        List<MonoSink<Object>> sinks = new CopyOnWriteArrayList<>();
        int[] before = {0};
        check("Mono.create, one after the other", 1, c -> {
            boolean counts = before[0]++ >= 2;
            Mono.<Object>create(sinks::add).flatMap(x -> Mono.<Object>create(sinks::add))
                    .subscribe(x -> seen(counts ? c : Whodunit.current()));
            Mono.<Object>create(sinks::add).subscribe();
            somebody(() -> sinks.remove(0).success("x"));
            somebody(() -> sinks.remove(0).success("x"));
            somebody(() -> sinks.remove(0).success("x"));
        });
    }

    private interface Serves {
        void from(List<MonoSink<Runnable>> sinks);
    }

    /** Who comes back for more, whoever started it, works for who has brought it. */
    private static void loops() throws Exception {
        served("repeats", sinks -> Mono.<Runnable>create(sinks::add).doOnNext(Runnable::run).repeat().subscribe());
        served("asks again", sinks -> again(Mono.create(sinks::add)));
        served("asks anew", OneResults::anew);
        check("Reactor, one who takes again", 1, new HandOvers.HandOver() {
            private final Sinks.Many<Runnable> sink = Sinks.many().multicast().directBestEffort();
            private boolean started;

            @Override
            public void of(int expected) {
                if (!started)
                    sink.asFlux().take(1).doOnNext(Runnable::run).repeat().subscribe();
                started = true;
                sink.tryEmitNext(slowly(expected)).orThrow();
            }
        });
    }

    private static void again(Mono<Runnable> next) {
        next.subscribe(work -> {
            again(next);
            work.run();
        });
    }

    private static void anew(List<MonoSink<Runnable>> sinks) {
        Mono.<Runnable>create(sinks::add).subscribe(work -> {
            anew(sinks);
            work.run();
        });
    }

    private static void served(String what, Serves serves) throws Exception {
        List<MonoSink<Runnable>> sinks = new CopyOnWriteArrayList<>();
        boolean[] started = {false};
        check("Mono.create, one who " + what, 1, c -> {
            if (!started[0])
                serves.from(sinks);
            started[0] = true;
            sinks.remove(0).success(slowly(c));
        });
    }

    private static void sinks() throws Exception {
        check("Reactor's empty sink", 3, c -> {
            Sinks.Empty<Object> ends = Sinks.empty(), fails = Sinks.empty();
            ends.asMono().subscribe(x -> {}, e -> {}, () -> seen(c));
            ends.asMono().then(Mono.just("x")).subscribe(x -> seen(c));
            fails.asMono().subscribe(x -> {}, e -> seen(c));
            bySomebodyElse(ends::tryEmitEmpty);
            bySomebodyElse(() -> fails.tryEmitError(FAILED));
        });
        check("Reactor's sink of one, further on", 2, c -> {
            Sinks.One<Object> sink = Sinks.one(), fails = Sinks.one();
            sink.asMono().flatMap(Mono::just).subscribe(x -> seen(c));
            fails.asMono().subscribe(x -> {}, e -> seen(c));
            bySomebodyElse(() -> sink.tryEmitValue("x"));
            bySomebodyElse(() -> fails.tryEmitError(FAILED));
        });
        check("Reactor's shared sink of many", 2, c -> {
            Sinks.Many<Object> sink = Sinks.many().multicast().directBestEffort();
            Mono<Object> shared = sink.asFlux().next().share();
            bySomebodyElse(shared::subscribe);
            shared.subscribe(x -> seen(c));
            shared.map(x -> x).subscribe(x -> seen(c));
            bySomebodyElse(() -> sink.tryEmitNext("x"));
        });
    }

    /** The first of many, that remains one of possibly many. */
    private static void first() throws Exception {
        check("Reactor, take", 3, c -> {
            Sinks.Many<Object> sink = Sinks.many().multicast().directBestEffort();
            sink.asFlux().take(1).subscribe(x -> seen(c));
            sink.asFlux().take(1, false).subscribe(x -> seen(c));
            sink.asFlux().take(1).flatMap(Flux::just).subscribe(x -> seen(c));
            bySomebodyElse(() -> sink.tryEmitNext("x"));
        });
        check("RxJava, take", 2, c -> {
            PublishSubject<Object> subject = PublishSubject.create();
            PublishProcessor<Object> processor = PublishProcessor.create();
            subject.take(1).subscribe(x -> seen(c));
            processor.take(1).map(x -> x).subscribe(x -> seen(c));
            somebody(() -> subject.onNext("x"));
            somebody(() -> processor.onNext("x"));
        });
    }

    private static void createdByRxJava() throws Exception {
        check("Single.create", 2, c -> {
            LinkedList<SingleEmitter<Object>> all = new LinkedList<>();
            Single.create(all::add).flatMap(Single::just).subscribe(x -> seen(c));
            Single.create(all::add).subscribe(x -> {}, e -> seen(c));
            somebody(() -> all.get(0).onSuccess("x"));
            somebody(() -> all.get(1).tryOnError(FAILED));
        });
        check("Maybe.create", 2, c -> {
            LinkedList<MaybeEmitter<Object>> all = new LinkedList<>();
            Maybe.create(all::add).subscribe(x -> seen(c));
            Maybe.create(all::add).subscribe(x -> {}, e -> {}, () -> seen(c));
            somebody(() -> all.get(0).onSuccess("x"));
            somebody(() -> all.get(1).onComplete());
        });
        check("Completable.create", 1, c -> {
            LinkedList<CompletableEmitter> all = new LinkedList<>();
            Completable.create(all::add).subscribe(() -> seen(c));
            somebody(() -> all.get(0).onComplete());
        });
    }

    private static void subjects() throws Exception {
        check("SingleSubject", 3, c -> {
            SingleSubject<Object> subject = SingleSubject.create(), fails = SingleSubject.create();
            subject.subscribe(x -> seen(c));
            subject.flatMap(Single::just).subscribe(x -> seen(c));
            fails.subscribe(x -> {}, e -> seen(c));
            somebody(() -> subject.onSuccess("x"));
            somebody(() -> fails.onError(FAILED));
        });
        check("MaybeSubject", 2, c -> {
            MaybeSubject<Object> subject = MaybeSubject.create(), ends = MaybeSubject.create();
            subject.subscribe(x -> seen(c));
            ends.subscribe(x -> {}, e -> {}, () -> seen(c));
            somebody(() -> subject.onSuccess("x"));
            somebody(ends::onComplete);
        });
        check("CompletableSubject", 1, c -> {
            CompletableSubject subject = CompletableSubject.create();
            subject.subscribe(() -> seen(c));
            somebody(subject::onComplete);
        });
        check("AsyncSubject, AsyncProcessor", 3, c -> {
            AsyncSubject<Object> subject = AsyncSubject.create();
            AsyncProcessor<Object> processor = AsyncProcessor.create();
            subject.subscribe(x -> seen(c));
            subject.firstOrError().subscribe(x -> seen(c));
            processor.map(x -> x).subscribe(x -> seen(c));
            somebody(() -> {
                subject.onNext("x");
                subject.onComplete();
                processor.onNext("x");
                processor.onComplete();
            });
        });
    }

    /** Those who wait for one subject are told by one method, which is none of theirs. */
    private static void shared() throws Exception {
        SingleSubject<Object> subject = SingleSubject.create();
        int[] waiting = {0};
        checkNotAnothers("SingleSubject, for which all wait", 1, c -> {
            subject.subscribe(x -> seen(c));
            if (++waiting[0] == 60)
                somebody(() -> subject.onSuccess("x"));
        });
        checkNotAnothers("RxJava's cache", 2, c -> {
            SingleSubject<Object> source = SingleSubject.create();
            Single<Object> cached = source.cache();
            bySomebodyElse(cached::subscribe);
            cached.subscribe(x -> seen(c));
            cached.map(x -> x).subscribe(x -> seen(c));
            somebody(() -> source.onSuccess("x"));
        });
    }

    private static void mutiny() throws Exception {
        check("Mutiny's broadcast", 4, c -> {
            BroadcastProcessor<Object> all = BroadcastProcessor.create();
            all.toUni().subscribe().with(x -> seen(c));
            all.select().first().subscribe().with(x -> seen(c));
            all.collect().asList().subscribe().with(x -> seen(c));
            all.collect().last().subscribe().with(x -> seen(c));
            somebody(() -> all.onNext("x"));
            somebody(all::onComplete);
        });
        check("Mutiny's stage", 1, c -> {
            CompletableFuture<Object> future = new CompletableFuture<>();
            Uni.createFrom().completionStage(future).subscribe().with(x -> seen(c));
            bySomebodyElse(() -> future.complete("x"));
        });
    }

    private static void futures() throws Exception {
        check("CompletableFuture, completed by another", 6, c -> {
            CompletableFuture<Object> future = new CompletableFuture<>();
            future.thenAccept(x -> seen(c));
            future.whenComplete((x, e) -> seen(c));
            future.thenCompose(CompletableFuture::completedFuture).thenRun(() -> seen(c));
            CompletableFuture.allOf(future, future).thenRun(() -> seen(c));
            CompletableFuture.anyOf(future, new CompletableFuture<>()).thenRun(() -> seen(c));
            Mono.fromFuture(future).subscribe(x -> seen(c));
            bySomebodyElse(() -> future.complete("x"));
        });
        check("Guava's SettableFuture", 1, c -> {
            SettableFuture<Object> future = SettableFuture.create();
            future.addListener(() -> seen(c), MoreExecutors.directExecutor());
            bySomebodyElse(() -> future.set("x"));
        });
        check("Kotlin's deferred, invokeOnCompletion", 1, c -> {
            CompletableDeferred<Object> deferred = CompletableDeferredKt.CompletableDeferred(null);
            deferred.invokeOnCompletion(e -> {
                seen(c);
                return Unit.INSTANCE;
            });
            bySomebodyElse(() -> deferred.complete("x"));
        });
    }
}
