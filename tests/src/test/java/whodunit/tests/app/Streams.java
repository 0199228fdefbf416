// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.checkNotAnothers;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.OverflowStrategy;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.MergeHub;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.SourceQueueWithComplete;

/** Runs in a JVM with the agent: as {@link Shared}, through streams that several requests feed. */
public final class Streams {
    private static final Executor POOL = Executors.newFixedThreadPool(2);
    private static final ActorSystem SYSTEM = ActorSystem.create();

    private Streams() {}

    public static void main(String[] args) throws Exception {
        shared("queue", Flow.create());
        shared("async", Flow.<Runnable>create().async());
        shared("mapAsync", Flow.<Runnable>create().mapAsync(4, Streams::onPool));
        shared("mapAsyncUnordered", Flow.<Runnable>create().mapAsyncUnordered(4, Streams::onPool));
        shared("buffer", Flow.<Runnable>create().buffer(100, OverflowStrategy.backpressure()).async());
        overflowing();
        merged();
        gathered();
        later("mapConcat", 3, Flow.<Runnable>create().mapConcat(Streams::three).mapAsync(2, Streams::onPool));
        later("expand", 1, Flow.<Runnable>create().expand(work -> List.of(work).iterator()));
        later("flatMapMerge", 3,
                Flow.<Runnable>create().flatMapMerge(3, work -> Source.from(three(work)).async()));
        later("flatMapConcat", 3,
                Flow.<Runnable>create().flatMapConcat(work -> Source.from(three(work)).async()));
        later("groupBy", 1, Flow.<Runnable>create().groupBy(60, work -> work.hashCode() % 8)
                .mapAsync(2, Streams::onPool).mergeSubstreams());
        System.out.println("all checked");
        System.exit(0);
    }

    /** Each element is looked at before the stage and behind it. */
    private static void shared(String what, Flow<Runnable, Runnable, NotUsed> stage) throws Exception {
        BoundedSourceQueue<Runnable> queue = Source.<Runnable>queue(100).map(Streams::run).via(stage)
                .map(Streams::run).async().map(Streams::run).toMat(Sink.foreach(Runnable::run), Keep.left())
                .run(SYSTEM);
        check("Pekko's stream, " + what, 4, c -> queue.offer(slowly(c)));
    }

    /** Streams of several requests end in one that serves all. */
    private static void merged() throws Exception {
        Sink<Runnable, NotUsed> hub = MergeHub.of(Runnable.class).map(Streams::run).async().map(Streams::run)
                .to(Sink.ignore()).run(SYSTEM);
        check("Pekko's stream, MergeHub", 2,
                c -> Source.<Runnable>queue(10).to(hub).run(SYSTEM).offer(slowly(c)));
    }

    /** Of three requests' elements, which are nobody's together. */
    private static void gathered() throws Exception {
        BoundedSourceQueue<Runnable> queue = Source.<Runnable>queue(100).grouped(3).map(Streams::runNobodys)
                .async().map(Streams::runNobodys).toMat(Sink.ignore(), Keep.left()).run(SYSTEM);
        check("Pekko's stream, grouped", 2, c -> queue.offer(() -> see(0)));
    }

    private static List<Runnable> runNobodys(List<Runnable> all) {
        all.forEach(Runnable::run);
        return all;
    }

    /** What a stage has for later it hands on for nobody, if not for whose it is. */
    private static void later(String what, int each, Flow<Runnable, Runnable, NotUsed> stage) throws Exception {
        BoundedSourceQueue<Runnable> queue = Source.<Runnable>queue(100).via(stage).map(Streams::run)
                .toMat(Sink.ignore(), Keep.left()).run(SYSTEM);
        checkNotAnothers("Pekko's stream, " + what + " later", each, c -> queue.offer(slowly(c)));
    }

    private static List<Runnable> three(Runnable work) {
        return List.of(work, work, work);
    }

    private static Runnable run(Runnable work) {
        work.run();
        return work;
    }

    private static CompletableFuture<Runnable> onPool(Runnable work) {
        return CompletableFuture.supplyAsync(() -> work, POOL);
    }

    private static void overflowing() throws Exception {
        SourceQueueWithComplete<Runnable> queue = Source.<Runnable>queue(100, OverflowStrategy.backpressure())
                .map(Streams::run).async().map(Streams::run).toMat(Sink.ignore(), Keep.left()).run(SYSTEM);
        queue.offer(() -> {}).toCompletableFuture().get(); // it has begun
        check("Pekko's stream, queue with strategy", 2, c -> queue.offer(slowly(c)));
    }
}
