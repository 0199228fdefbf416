// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.quarkus;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Resources on the event loop, and on a thread for what blocks. */
@Path("/shop")
public class Shop {
    private static final int STEPS = 20_000_000;

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

    @NonBlocking
    @GET
    @Path("items/{item}")
    public String item(@PathParam("item") String item) {
        return "item " + item + inHandler();
    }

    @GET
    @Path("report")
    public String report() {
        return "report " + inPool();
    }
}
