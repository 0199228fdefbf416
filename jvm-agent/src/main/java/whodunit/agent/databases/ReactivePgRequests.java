// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import io.r2dbc.postgresql.message.frontend.FrontendMessage;
import java.util.function.UnaryOperator;
import net.bytebuddy.asm.Advice;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import whodunit.agent.boot.ReactivePostgres;

/** r2dbc-postgresql: ReactorNettyClient.doSendRequest, in the thread that subscribes; the messages are sent later. */
public final class ReactivePgRequests {
    private ReactivePgRequests() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Publisher<FrontendMessage> requests) {
        UnaryOperator<FrontendMessage> texts = ReactivePostgres.texts();
        if (texts != null)
            requests = Flux.from(requests).map(texts);
    }
}
