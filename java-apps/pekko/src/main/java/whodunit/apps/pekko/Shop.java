// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.pekko;

import static org.apache.pekko.http.javadsl.server.PathMatchers.segment;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.Route;
import whodunit.apps.Work;

/**
 * Routes of Pekko HTTP: on the connection's actor, by a pool, by an actor. System properties: port; next, the port that
 * /next asks.
 */
public final class Shop extends AllDirectives {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Shop() {}

    /** What the actor is asked. */
    private record Ask(ActorRef<Long> asker) {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static long afterPool() {
        return Work.burn();
    }

    private static long inActor() {
        return Work.burn();
    }

    private static Behavior<Ask> worker() {
        return Behaviors.receiveMessage(ask -> {
            ask.asker().tell(inActor());
            return Behaviors.same();
        });
    }

    private static String next() {
        URI back = URI.create("http://127.0.0.1:" + Integer.getInteger("next") + "/items/1");
        return CLIENT.sendAsync(HttpRequest.newBuilder(back).build(), HttpResponse.BodyHandlers.ofString()).join()
                .body();
    }

    private Route answer(Supplier<String> work) {
        return onSuccess(CompletableFuture.supplyAsync(work, POOL), this::complete);
    }

    private Route report() {
        return onSuccess(CompletableFuture.supplyAsync(Shop::inPool, POOL),
                done -> complete("report " + done + afterPool()));
    }

    private Route ask(ActorSystem<Ask> system) {
        return onSuccess(AskPattern.<Ask, Long>ask(system, Ask::new, Duration.ofMinutes(1), system.scheduler()),
                done -> complete("asked " + done));
    }

    private Route routes(ActorSystem<Ask> system) {
        return get(() -> concat(
                path(segment("items").slash(segment()), item -> complete("item " + item + inHandler())),
                path("report", this::report), path("ask", () -> ask(system)), path("next", () -> answer(Shop::next))));
    }

    public static void main(String[] arguments) {
        ActorSystem<Ask> system = ActorSystem.create(worker(), "shop");
        Http.get(system).newServerAt("127.0.0.1", Integer.getInteger("port")).bind(new Shop().routes(system));
    }
}
