// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.ee;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Application;
import whodunit.apps.Work;

/** A resource with a template. */
@Path("/items")
public class Items {
    /** Where resources are. */
    @ApplicationPath("/api")
    public static class Api extends Application {}

    private static long inResource() {
        return Work.burn();
    }

    @GET
    @Path("{item}")
    public String item(@PathParam("item") String item) {
        return "item " + item + inResource();
    }
}
