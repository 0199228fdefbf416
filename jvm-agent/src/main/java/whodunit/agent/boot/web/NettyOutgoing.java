// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.OutgoingBaggage;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests that clients on Netty's own HTTP codecs send: they carry the context of the thread that writes them. It
 * passes from handler to handler; the first that it is written to has the sender's call path.
 */
public final class NettyOutgoing {
    private static final WeakIdentityMap<Boolean> WRITTEN = new WeakIdentityMap<>();

    private NettyOutgoing() {}

    /** Whether it is a request that the thread writes for a transaction, for the first time. */
    public static boolean isToCarry(Object message) {
        return NettyMessage.of(message.getClass()).isRequest() && ThreadContext.get() != 0
                && WRITTEN.get(message) == null;
    }

    public static void carry(Object request) {
        WRITTEN.put(request, true);
        NettyMessage kind = NettyMessage.of(request.getClass());
        String baggage = OutgoingBaggage.header(kind.header(request, Baggage.HEADER));
        if (baggage != null)
            kind.setHeader(request, Baggage.HEADER, baggage);
    }
}
