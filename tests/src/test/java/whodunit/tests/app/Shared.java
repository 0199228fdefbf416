// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import com.google.common.eventbus.AsyncEventBus;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.SynchronizationContext;
import io.micronaut.core.execution.DelayedExecutionFlow;
import io.micronaut.core.execution.ExecutionFlow;
import io.reactivex.rxjava3.processors.PublishProcessor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import ratpack.exec.Downstream;
import ratpack.exec.ExecController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Promise;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link Libraries}, where one thread does for others what they wait for. */
public final class Shared {
    private static final Executor POOL = Executors.newFixedThreadPool(2);

    private Shared() {}

    public static void main(String[] args) throws Exception {
        guava();
        events();
        grpc();
        flow();
        reactor();
        reactorsBuffers();
        rxJava();
        promises();
        flows();
        executions();
        System.out.println("all checked");
        System.exit(0);
    }

    private static void guava() throws Exception {
        Executor sequential = MoreExecutors.newSequentialExecutor(POOL);
        check("Guava's sequential executor", 1, c -> sequential.execute(slowly(c)));
    }

    /** The first subscriber's event is handed over, and the second's by somebody who posts at that moment. */
    private static void events() throws Exception {
        AtomicBoolean first = new AtomicBoolean();
        EventBus[] bus = new EventBus[1];
        bus[0] = new AsyncEventBus(work -> {
            POOL.execute(work);
            if (first.getAndSet(false))
                posted(bus[0], "other");
        });
        bus[0].register(new Subscriber());
        bus[0].register(new Subscriber());
        check("Guava's AsyncEventBus", 2, c -> {
            first.set(true);
            bus[0].post(c);
        });
    }

    private static void posted(EventBus bus, Object event) {
        try {
            bySomebodyElse(() -> {
                bus.post(event);
                return null;
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Subscriber {
        @Subscribe
        public void expects(Integer expected) {
            see(expected);
        }

        @Subscribe
        public void hears(String other) {}
    }

    /** Who drains is whoever comes first, for itself and for others. */
    private static void grpc() throws Exception {
        SynchronizationContext context = new SynchronizationContext((thread, why) -> why.printStackTrace());
        check("gRPC's synchronization context", 1, c -> {
            context.executeLater(slowly(c));
            if (c % 3 == 0)
                POOL.execute(context::drain);
        });
        context.drain();
    }

    private static void flow() throws Exception {
        try (SubmissionPublisher<Runnable> publisher = new SubmissionPublisher<>(POOL, 256)) {
            publisher.consume(Runnable::run);
            check("SubmissionPublisher", 1, c -> publisher.submit(slowly(c)));
        }
    }

    private static void reactor() throws Exception {
        Sinks.Many<Runnable> published = sink(), mapped = sink();
        published.asFlux().publishOn(Schedulers.parallel()).subscribe(Runnable::run);
        check("Reactor publishOn", 1, c -> emit(published, slowly(c)));
        flatMapped(mapped).subscribe();
        check("Reactor flatMap", 1, c -> emit(mapped, slowly(c)));
    }

    /** Buffers, which are closed, are no work; who draws them along is. */
    private static void reactorsBuffers() throws Exception {
        AutoCloseable one = () -> {}, other = () -> {};
        check("Reactor publishOn, buffers", 2, c -> Flux.just(one, other).hide().publishOn(Schedulers.parallel())
                .subscribe(buffer -> see(c)));
    }

    private static Flux<Object> flatMapped(Sinks.Many<Runnable> sink) {
        return sink.asFlux().publishOn(Schedulers.single())
                .flatMap(work -> Mono.fromRunnable(work).subscribeOn(Schedulers.boundedElastic()), 2);
    }

    private static Sinks.Many<Runnable> sink() {
        return Sinks.many().unicast().onBackpressureBuffer();
    }

    private static void emit(Sinks.Many<Runnable> sink, Runnable work) {
        sink.emitNext(work, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(10)));
    }

    private static void rxJava() throws Exception {
        PublishProcessor<Runnable> processor = PublishProcessor.create();
        processor.onBackpressureBuffer().observeOn(io.reactivex.rxjava3.schedulers.Schedulers.io())
                .subscribe(Runnable::run);
        check("RxJava observeOn", 1, c -> processor.onNext(slowly(c)));
        rx.subjects.Subject<Runnable, Runnable> subject = rx.subjects.PublishSubject.<Runnable>create().toSerialized();
        subject.onBackpressureBuffer().observeOn(rx.schedulers.Schedulers.io()).subscribe(Runnable::run);
        check("RxJava 1 observeOn", 1, c -> subject.onNext(slowly(c)));
        io.reactivex.processors.PublishProcessor<Runnable> second = io.reactivex.processors.PublishProcessor.create();
        second.onBackpressureBuffer().observeOn(io.reactivex.schedulers.Schedulers.io()).subscribe(Runnable::run);
        check("RxJava 2 observeOn", 1, c -> second.onNext(slowly(c)));
        check("RxJava 2, who waits", 2, c -> {
            io.reactivex.subjects.SingleSubject<Integer> single = io.reactivex.subjects.SingleSubject.create();
            io.reactivex.subjects.PublishSubject<Integer> hot = io.reactivex.subjects.PublishSubject.create();
            single.subscribe(x -> see(c == 0 ? Whodunit.current() : c)); // nobody goes on for anybody
            hot.firstOrError().subscribe(x -> see(c == 0 ? Whodunit.current() : c));
            bySomebodyElse(() -> {
                single.onSuccess(c);
                hot.onNext(c);
                return null;
            });
        });
    }

    private static void promises() throws Exception {
        ExecutionContext pool = ExecutionContext.fromExecutor(POOL);
        check("Scala's promise", 1, c -> {
            Promise<Object> promise = Promise.apply();
            promise.future().map(x -> x, pool).onComplete(x -> seen(c), pool);
            bySomebodyElse(() -> promise.success("done"));
        });
        check("Reactor's sink of one", 1, c -> {
            Sinks.One<Object> sink = Sinks.one();
            sink.asMono().subscribe(x -> see(c));
            bySomebodyElse(() -> sink.tryEmitValue("done"));
        });
        check("Reactor's cache", 2, c -> {
            Sinks.One<Object> sink = Sinks.one();
            Mono<Object> cached = sink.asMono().cache();
            bySomebodyElse(cached::subscribe);
            cached.subscribe(x -> see(c));
            cached.map(x -> x).subscribe(x -> see(c));
            bySomebodyElse(() -> sink.tryEmitValue("done"));
        });
    }

    private static Object seen(int expected) {
        see(expected);
        return null;
    }

    /** Micronaut's promises. */
    private static void flows() throws Exception {
        check("Micronaut's flows", 4, c -> {
            DelayedExecutionFlow<Integer> flow = DelayedExecutionFlow.create();
            flow.map(x -> saw(c)).flatMap(x -> {
                see(c);
                return ExecutionFlow.just(x);
            }).then(() -> ExecutionFlow.just(saw(c))).onComplete((x, failure) -> see(c));
            bySomebodyElse(() -> {
                flow.complete(c);
                return null;
            });
        });
    }

    /** Ratpack's fibers. */
    private static void executions() throws Exception {
        ExecController controller = ExecController.of(spec -> spec.compute(compute -> compute.threads(1)));
        check("Ratpack's executions", 2, c -> {
            AtomicReference<Downstream<? super Integer>> result = new AtomicReference<>();
            CountDownLatch waits = new CountDownLatch(1);
            controller.fork().start(execution -> ratpack.exec.Promise.<Integer>async(downstream -> {
                result.set(downstream);
                waits.countDown();
            }).map(x -> saw(c)).then(x -> see(c)));
            waits.await();
            bySomebodyElse(() -> {
                result.get().success(c);
                return null;
            });
        });
    }

    private static int saw(int expected) {
        see(expected);
        return expected;
    }
}
