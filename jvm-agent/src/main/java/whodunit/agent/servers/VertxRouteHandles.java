// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.vertx.ext.web.impl.RoutingContextImplBase;
import java.util.regex.Pattern;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.VertxRequests;

/** RouteState.handleContext(context): a handler of this route is next. */
public final class VertxRouteHandles {
    private VertxRouteHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) RoutingContextImplBase context, @Advice.FieldValue("path") String path,
            @Advice.FieldValue("exactPath") boolean exact, @Advice.FieldValue("pattern") Pattern pattern) {
        VertxRequests.routed(context.mountPoint(), path, exact, pattern);
    }
}
