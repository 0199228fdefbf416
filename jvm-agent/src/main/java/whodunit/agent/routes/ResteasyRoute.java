// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import net.bytebuddy.asm.Advice;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import whodunit.agent.boot.web.JaxRs;

/** RESTEasy's ResourceMethodInvoker.invoke(request, response, …): before filters of this resource. */
public final class ResteasyRoute {
    private ResteasyRoute() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue("method") ResourceMethod method) {
        JaxRs.found(method.getFullpath());
    }
}
