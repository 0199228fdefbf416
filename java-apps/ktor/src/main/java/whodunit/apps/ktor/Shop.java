// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.ktor;

import io.ktor.server.cio.CIO;
import io.ktor.server.engine.EmbeddedServerKt;
import io.ktor.server.response.ApplicationResponseFunctionsKt;
import io.ktor.server.routing.RoutingBuilderKt;
import io.ktor.server.routing.RoutingContext;
import io.ktor.server.routing.RoutingRootKt;
import java.util.List;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.Dispatchers;
import whodunit.apps.Work;

/** Routes of Ktor on its engine CIO, one of them on the dispatcher for what blocks. System property: port. */
public final class Shop {
    private Shop() {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static Object answer(RoutingContext context, String text, Continuation<? super Unit> rest) {
        return ApplicationResponseFunctionsKt.respondText(context.getCall(), text, null, null, content -> Unit.INSTANCE,
                rest);
    }

    public static void main(String[] arguments) {
        EmbeddedServerKt.embeddedServer(CIO.INSTANCE, Integer.getInteger("port"), "127.0.0.1", List.of(),
                application -> {
                    RoutingRootKt.routing(application, routes -> {
                        RoutingBuilderKt.get(routes, "/items/{item}",
                                (context, rest) -> answer(context, "item " + inHandler(), rest));
                        RoutingBuilderKt.get(routes, "/report", (context, rest) -> BuildersKt.withContext(
                                (CoroutineContext) Dispatchers.getIO(),
                                (scope, more) -> answer(context, "report " + inPool(), more), rest));
                        return Unit.INSTANCE;
                    });
                    return Unit.INSTANCE;
                }).start(true);
    }
}
