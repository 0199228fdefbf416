// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.vertx;

import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import whodunit.apps.Work;

/** Routes of Vert.x Web. System property: port. */
public final class Shop {
    private Shop() {}

    /** On a thread for what blocks, and then where its result is awaited. */
    private static void report(RoutingContext request) {
        request.vertx().executeBlocking(Shop::inBlocking)
                .onSuccess(result -> request.response().end("report " + (result + inAnswer())));
    }

    private static long inBlocking() {
        return Work.burn();
    }

    private static long inAnswer() {
        return Work.burn();
    }

    private static long inHandler() {
        return Work.burn();
    }

    public static void main(String[] arguments) {
        Vertx vertx = Vertx.vertx();
        Router items = Router.router(vertx);
        items.get("/items/:item").handler(request -> request.response().end("item " + inHandler()));
        Router shop = Router.router(vertx);
        shop.route().handler(request -> vertx.setTimer(1, id -> request.next())); // as one that asks who this is
        shop.route("/api/*").handler(RoutingContext::next);
        shop.route("/api/*").subRouter(items);
        shop.get("/orders/:order").handler(request -> request.response().end("order"));
        shop.get("/report").handler(Shop::report);
        shop.get("/files/*").handler(request -> request.response().end("file"));
        vertx.createHttpServer().requestHandler(shop).listen(Integer.getInteger("port"), "127.0.0.1");
    }
}
