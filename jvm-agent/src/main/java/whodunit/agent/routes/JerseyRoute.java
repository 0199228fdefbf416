// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.glassfish.jersey.server.internal.process.RequestProcessingContext;
import org.glassfish.jersey.uri.UriTemplate;
import whodunit.agent.boot.web.JaxRs;

/**
 * Jersey's RoutingStage.apply(context): the resource method is found, and nothing of the application was called for it.
 */
public final class JerseyRoute {
    private JerseyRoute() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) RequestProcessingContext context) {
        List<UriTemplate> innermostFirst = context.request().getUriInfo().getMatchedTemplates();
        String path = "";
        for (int i = innermostFirst.size() - 1; i >= 0; i--)
            path = path.concat(innermostFirst.get(i).getTemplate());
        if (!path.isEmpty())
            JaxRs.found(path);
    }
}
