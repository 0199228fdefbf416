// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.OutgoingBaggage;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests that clients on Netty's own HTTP codecs send: they carry the context of the thread that writes them, at its
 * call path. A request passes from handler to handler under that context, and a client may write the same object again
 * for somebody else, or for nobody.
 */
public final class NettyOutgoing {
    /** What requests were written for last. */
    private static final WeakIdentityMap<Integer> WRITTEN = new WeakIdentityMap<>();

    private NettyOutgoing() {}

    /** Whether it is a request that does not carry the context under which the thread writes it now. */
    public static boolean isToChange(Object message) {
        return NettyMessage.of(message.getClass()).isRequest() && writtenFor(message) != ThreadContext.get();
    }

    private static int writtenFor(Object request) {
        Integer context = WRITTEN.get(request);
        return context == null ? 0 : context;
    }

    public static void change(Object request) {
        NettyMessage kind = NettyMessage.of(request.getClass());
        String before = kind.header(request, Baggage.HEADER);
        int context = ThreadContext.get();
        WRITTEN.put(request, context);
        if (context == 0)
            kind.setHeader(request, Baggage.HEADER, Baggage.without(before));
        else
            carry(kind, request, before);
    }

    private static void carry(NettyMessage kind, Object request, String before) {
        String baggage = OutgoingBaggage.header(before);
        if (baggage != null)
            kind.setHeader(request, Baggage.HEADER, baggage);
    }
}
