// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.quarkus;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import whodunit.apps.Work;

/** Resources on the event loop, and on a thread for what blocks. */
@Path("/shop")
public class Shop {
    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
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
