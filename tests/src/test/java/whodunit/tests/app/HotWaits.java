// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.MulticastProcessor;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import io.reactivex.rxjava3.subjects.BehaviorSubject;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.ReplaySubject;
import io.reactivex.rxjava3.subjects.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link HotSources}, by requests that wait for one thing that another emits. */
public final class HotWaits {
    private static final int ROUNDS = 60;

    private HotWaits() {}

    public static void main(String[] args) throws Exception {
        reactor("multicast", HotWaits::multicast);
        reactor("best effort", () -> Source.of(Sinks.many().multicast().directBestEffort()));
        reactor("all or nothing", () -> Source.of(Sinks.many().multicast().directAllOrNothing()));
        reactor("replay", () -> Source.of(Sinks.many().replay().limit(1)));
        reactor("publish", () -> multicast().via(flux -> flux.publish().autoConnect()));
        reactor("share", () -> multicast().via(Flux::share));
        reactor("replayed", () -> multicast().via(flux -> flux.replay(1).autoConnect()));
        reactor("create", HotWaits::listeners);
        unicast();
        results();
        loops();
        rxJava();
        System.out.println("all checked");
        System.exit(0);
    }

    /** Who emits, and where that is seen. */
    private record Source(Consumer<Object> emitter, Flux<Object> flux) {
        static Source of(Sinks.Many<Object> sink) {
            return new Source(x -> sink.tryEmitNext(x), sink.asFlux());
        }

        Source via(Function<Flux<Object>, Flux<Object>> operator) {
            return new Source(emitter, operator.apply(flux));
        }
    }

    private static Source multicast() {
        return Source.of(Sinks.many().multicast().onBackpressureBuffer(256, false));
    }

    private static Source listeners() {
        List<FluxSink<Object>> all = new ArrayList<>();
        return new Source(x -> List.copyOf(all).forEach(one -> one.next(x)), Flux.create(all::add));
    }

    private static void reactor(String what, Supplier<Source> sources) throws Exception {
        Source plain = sources.get();
        awaited(what, plain, own -> plain.flux().filter(own).next());
        Source mapped = sources.get();
        awaited(what + ", further on", mapped, own -> mapped.flux().filter(own).map(x -> x).next().map(x -> x)
                .flatMap(Mono::just));
        Source moved = sources.get();
        awaited(what + ", on another thread", moved,
                own -> moved.flux().filter(own).next().publishOn(Schedulers.parallel()));
        Source twice = sources.get();
        awaited(what + ", one after the other", twice,
                own -> twice.flux().filter(own).next().flatMap(x -> twice.flux().filter("again"::equals).next()));
    }

    /** Each request waits for what is its own, and goes on for itself, if it is somebody. */
    private static void awaited(String what, Source source, Function<Predicate<Object>, Mono<?>> waits)
            throws Exception {
        List<Object> asked = new ArrayList<>();
        check("Reactor, " + what, 1, c -> {
            Object own = new Object();
            asked.add(own);
            waits.apply(x -> x == own).subscribe(x -> seeOwn(c));
            if (asked.size() == ROUNDS) {
                for (Object answer : asked)
                    bySomebodyElse(() -> emit(source, answer));
                bySomebodyElse(() -> emit(source, "again"));
            }
        });
    }

    /** Who waits for nobody goes on for anybody. */
    private static void seeOwn(int expected) {
        see(expected == 0 ? Whodunit.current() : expected);
    }

    private static Object emit(Source source, Object what) {
        source.emitter().accept(what);
        return null;
    }

    private static void unicast() throws Exception {
        check("Reactor, unicast", 1, c -> {
            Source source = Source.of(Sinks.many().unicast().onBackpressureBuffer());
            source.flux().next().subscribe(x -> seeOwn(c));
            bySomebodyElse(() -> emit(source, "done"));
        });
    }

    private static void results() throws Exception {
        List<Function<Flux<Object>, Mono<?>>> all = List.of(Flux::single, flux -> flux.elementAt(0), Flux::last,
                Flux::collectList, Flux::count, Flux::hasElements, flux -> flux.any(x -> true),
                flux -> flux.all(x -> false), flux -> flux.reduce((x, y) -> y), flux -> flux.collectMap(x -> x),
                flux -> flux.reduce((Object) "", (x, y) -> y), flux -> flux.then(Mono.just("done")));
        for (int i = 0; i < all.size(); i++) {
            Function<Flux<Object>, Mono<?>> result = all.get(i);
            check("Reactor, result " + i, 1, c -> {
                Sinks.Many<Object> sink = Sinks.many().multicast().directBestEffort();
                result.apply(sink.asFlux()).subscribe(x -> seeOwn(c));
                bySomebodyElse(() -> sink.tryEmitNext("one"));
                bySomebodyElse(sink::tryEmitComplete);
            });
        }
    }

    /** Who comes back for more, whoever started it, works for who has emitted. */
    private static void loops() throws Exception {
        served("repeats", source -> source.flux().next().doOnNext(work -> ((Runnable) work).run()).repeat()
                .subscribe());
        served("asks again", source -> again(source.flux().next()));
        served("ends some day", source -> source.flux().doOnNext(work -> ((Runnable) work).run()).then().subscribe());
        served("looks at all", source -> source.flux().subscribe(work -> ((Runnable) work).run()));
    }

    private static void again(Mono<Object> next) {
        next.subscribe(work -> {
            again(next);
            ((Runnable) work).run();
        });
    }

    private static void served(String what, Consumer<Source> serve) throws Exception {
        Source source = multicast();
        boolean[] started = {false};
        check("Reactor, one who " + what, 1, c -> {
            if (!started[0])
                serve.accept(source);
            started[0] = true;
            emit(source, slowly(c));
        });
    }

    private static void rxJava() throws Exception {
        subject("PublishSubject", PublishSubject::create);
        subject("BehaviorSubject", BehaviorSubject::create);
        subject("ReplaySubject", ReplaySubject::create);
        processor("PublishProcessor", PublishProcessor::create);
        processor("ReplayProcessor", ReplayProcessor::create);
        processor("MulticastProcessor", () -> {
            MulticastProcessor<Object> processor = MulticastProcessor.create();
            processor.startUnbounded();
            return processor;
        });
    }

    private interface Asks {
        void of(Predicate<Object> own, Runnable then);
    }

    private static void subject(String what, Supplier<Subject<Object>> subjects) throws Exception {
        Subject<Object> plain = subjects.get(), shared = subjects.get(), mapped = subjects.get();
        asked(what, plain::onNext, (own, then) -> plain.filter(own::test).firstElement().subscribe(x -> then.run()));
        Observable<Object> all = shared.share();
        asked(what + ", shared", shared::onNext,
                (own, then) -> all.filter(own::test).firstOrError().subscribe(x -> then.run()));
        asked(what + ", further on", mapped::onNext, (own, then) -> mapped.filter(own::test).map(x -> x).take(1)
                .singleOrError().map(x -> x).subscribe(x -> then.run()));
    }

    private static void processor(String what, Supplier<FlowableProcessor<Object>> processors) throws Exception {
        FlowableProcessor<Object> plain = processors.get(), shared = processors.get();
        asked(what, plain::onNext, (own, then) -> plain.filter(own::test).firstElement().subscribe(x -> then.run()));
        Flowable<Object> all = shared.share();
        asked(what + ", shared", shared::onNext,
                (own, then) -> all.filter(own::test).firstOrError().subscribe(x -> then.run()));
    }

    private static void asked(String what, Consumer<Object> emitter, Asks asks) throws Exception {
        List<Object> asked = new ArrayList<>();
        check("RxJava, " + what, 1, c -> {
            Object own = new Object();
            asked.add(own);
            asks.of(x -> x == own, () -> seeOwn(c));
            if (asked.size() == ROUNDS)
                for (Object answer : asked)
                    bySomebodyElse(() -> {
                        emitter.accept(answer);
                        return null;
                    });
        });
    }
}
