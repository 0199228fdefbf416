// SPDX-License-Identifier: Apache-2.0
import io.helidon.webserver.WebServer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import whodunit.apps.Work;

/** Handlers of Helidon, each on a virtual thread. System property: port. */
public final class Shop {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    private Shop() {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static long report() throws InterruptedException, ExecutionException {
        return POOL.submit(Shop::inPool).get();
    }

    public static void main(String[] arguments) {
        WebServer.builder().host("127.0.0.1").port(Integer.getInteger("port"))
                .routing(routes -> routes
                        .get("/items/{item}", (request, response) -> response.send("item " + inHandler()))
                        .get("/report", (request, response) -> response.send("report " + report())))
                .build().start();
    }
}
