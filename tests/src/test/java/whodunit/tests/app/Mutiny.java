// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Runs in a JVM with the agent: as {@link Shared}, through SmallRye Mutiny. */
public final class Mutiny {
    private static final Executor POOL = Executors.newFixedThreadPool(2);

    private Mutiny() {}

    public static void main(String[] args) throws Exception {
        UnicastProcessor<Runnable> unicast = UnicastProcessor.create();
        unicast.emitOn(POOL).subscribe().with(Runnable::run);
        check("Mutiny's unicast, emitOn", 1, c -> unicast.onNext(slowly(c)));
        BroadcastProcessor<Runnable> broadcast = BroadcastProcessor.create();
        broadcast.onOverflow().buffer(100).emitOn(POOL).subscribe().with(Runnable::run);
        check("Mutiny's broadcast, emitOn", 1, c -> broadcast.onNext(slowly(c)));
        emitted("merged", jobs -> jobs.onItem().transformToUniAndMerge(Mutiny::onPool));
        emitted("concatenated", jobs -> jobs.onItem().transformToUniAndConcatenate(Mutiny::onPool));
        waits();
        System.out.println("all checked");
        System.exit(0);
    }

    private static Uni<Runnable> onPool(Runnable work) {
        return Uni.createFrom().item(work).emitOn(POOL).invoke(Runnable::run);
    }

    private static void emitted(String what, Function<Multi<Runnable>, Multi<Runnable>> stage) throws Exception {
        AtomicReference<MultiEmitter<? super Runnable>> emitter = new AtomicReference<>();
        stage.apply(Multi.createFrom().<Runnable>emitter(emitter::set, 100).emitOn(POOL)).subscribe()
                .with(Runnable::run);
        check("Mutiny's emitter, " + what, 2, c -> emitter.get().emit(slowly(c)));
    }

    /** One in four completes what all of them wait for. */
    private static void waits() throws Exception {
        List<UniEmitter<? super Integer>> waiting = new ArrayList<>();
        check("Mutiny's emitters of single items", 1, c -> {
            Uni.createFrom().<Integer>emitter(waiting::add).subscribe().with(x -> see(c));
            if (waiting.size() == 4) {
                waiting.forEach(emitter -> emitter.complete(0));
                waiting.clear();
            }
        });
        List<Uni<Integer>> kept = new ArrayList<>();
        check("Mutiny's kept items", 1, c -> {
            if (kept.size() % 4 == 0)
                kept.add(Uni.createFrom().item(0).onItem().delayIt().by(Duration.ofMillis(2)).memoize()
                        .indefinitely());
            else
                kept.add(kept.get(kept.size() - 1));
            kept.get(kept.size() - 1).subscribe().with(x -> see(c));
        });
    }
}
