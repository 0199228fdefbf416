// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** The same resources for every implementation. */
public final class Resources extends Application {
    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(Orders.class);
    }

    /** A resource whose class and methods have paths. */
    @Path("/orders")
    public static class Orders {
        @GET
        @Path("{id}")
        public String show(@PathParam("id") int id) {
            return "order " + id;
        }

        @POST
        @Path("{id}/lines/{line}")
        public String add(@PathParam("id") int id, @PathParam("line") int line) {
            return "line " + line + " of " + id;
        }
    }
}
