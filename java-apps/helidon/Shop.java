// SPDX-License-Identifier: Apache-2.0
import io.helidon.webserver.WebServer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Handlers of Helidon, each on a virtual thread. System property: port. */
public final class Shop {
    private static final int STEPS = 20_000_000;
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    private Shop() {}

    /** CPU, not time: the same on a busy machine. */
    private static long burn() {
        long x = 1;
        for (int i = 0; i < STEPS; i++)
            x = x * 6364136223846793005L + i;
        return x;
    }

    private static long inHandler() {
        return burn();
    }

    private static long inPool() {
        return burn();
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
