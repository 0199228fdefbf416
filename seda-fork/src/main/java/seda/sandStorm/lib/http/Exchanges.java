// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.util.ArrayDeque;

/**
 * The requests of one connection that are not known to be answered, in their order. A response must wait for those of
 * requests that arrived together with its own and before it: the client could not tell which is whose. It waits for no
 * other, and not for what the application has answered without a responder. Used under the connection's lock.
 */
final class Exchanges {
    /** What is never answered is forgotten when so many came behind it. */
    private static final int REMEMBERED = 1024;

    private final ArrayDeque<Exchange> open = new ArrayDeque<>(2);

    void add(Exchange exchange, long rawNow) {
        while (!open.isEmpty() && open.peek().held.isEmpty()
                && (open.peek().answeredRaw(rawNow) || open.size() >= REMEMBERED))
            open.remove();
        open.add(exchange);
    }

    void remove(Exchange exchange) {
        open.remove(exchange);
    }

    /** Whether there are so many that the application has not begun to answer. */
    boolean unanswered(int many, long rawNow) {
        if (open.size() < many)
            return false;
        int n = 0;
        for (Exchange e : open)
            if (!e.begun() && !e.answeredRaw(rawNow))
                n++;
        return n >= many;
    }

    /** The one that a responder belongs to: the request's that it names, else the oldest; null if there is none. */
    Exchange of(httpResponder responder, long rawNow) {
        for (Exchange e : open)
            if (responder.request() == null ? !e.answeredRaw(rawNow) : e.request == responder.request())
                return e;
        return null;
    }

    boolean mustWait(Exchange exchange, long rawNow) {
        for (Exchange before : open) {
            if (before == exchange)
                return false;
            boolean together = before.burst == exchange.burst || exchange.request == null;
            if (together && !before.answeredRaw(rawNow))
                return true;
        }
        return false;
    }

    /** One whose responders need not wait any longer, or null. */
    Exchange released(long rawNow) {
        for (Exchange e : open)
            if (!e.held.isEmpty() && !mustWait(e, rawNow))
                return e;
        return null;
    }
}
