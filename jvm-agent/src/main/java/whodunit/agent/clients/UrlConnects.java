// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import java.net.HttpURLConnection;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.OutgoingBaggage;

/** The methods by which the JDK's HttpURLConnection connects, if it is not yet. */
public final class UrlConnects {
    private UrlConnects() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This HttpURLConnection connection, @Advice.FieldValue("connected") boolean connected,
            @Advice.FieldValue("connecting") boolean connecting) {
        if (!connected && !connecting) {
            String baggage = OutgoingBaggage.header(connection.getRequestProperty("baggage"));
            if (baggage != null)
                connection.setRequestProperty("baggage", baggage);
        }
    }
}
