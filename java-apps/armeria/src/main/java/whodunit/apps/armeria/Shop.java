// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.armeria;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.annotation.Blocking;
import com.linecorp.armeria.server.annotation.Get;
import com.linecorp.armeria.server.annotation.Param;
import java.net.InetSocketAddress;
import whodunit.apps.Work;

/** Services of Armeria, on the event loop and on a thread for what blocks. System property: port. */
public final class Shop {
    private Shop() {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
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
