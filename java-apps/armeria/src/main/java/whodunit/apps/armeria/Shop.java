// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.armeria;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.annotation.Blocking;
import com.linecorp.armeria.server.annotation.Get;
import com.linecorp.armeria.server.annotation.Param;
import java.net.InetSocketAddress;

/** Services of Armeria, on the event loop and on a thread for what blocks. System property: port. */
public final class Shop {
    private static final int STEPS = 20_000_000;

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

    @Get("/items/:item")
    public String item(@Param("item") String item) {
        return "item " + item + inHandler();
    }

    @Blocking
    @Get("/report")
    public String report() {
        return "report " + inPool();
    }

    public static void main(String[] arguments) {
        Server.builder().http(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")))
                .annotatedService(new Shop()).build().start().join();
    }
}
