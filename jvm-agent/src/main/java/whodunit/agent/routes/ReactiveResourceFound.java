// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import net.bytebuddy.asm.Advice;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import whodunit.agent.boot.web.JaxRs;

/** RESTEasy Reactive's ResteasyReactiveRequestContext.restart(resource), on the event loop: its method is found. */
public final class ReactiveResourceFound {
    private ReactiveResourceFound() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This ResteasyReactiveRequestContext context,
            @Advice.Argument(0) RuntimeResource resource) {
        JaxRs.foundInVertx(context.getDeployment().getPrefix(),
                resource.getClassPath() == null ? null : resource.getClassPath().template,
                resource.getPath() == null ? null : resource.getPath().template);
    }
}
