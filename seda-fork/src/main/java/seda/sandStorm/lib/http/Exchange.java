// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.util.ArrayDeque;
import java.util.Queue;

/** A request of a connection, from its delivery to the end of its response. */
final class Exchange {
    /** Null: what has arrived was no request, and the connection ends with the response. */
    final httpRequest request;
    /** Those of the same number came together. */
    final long burst;
    /** How often the application had written to the connection without a responder when it was delivered. */
    private final long rawBefore;
    /** Responders that must wait for another request's response. */
    final Queue<httpResponder> held = new ArrayDeque<>(0);
    private boolean begun;
    /** Bytes of the response that are missing, once it has begun and told its length. */
    private long missing;

    Exchange(httpRequest request, long burst, long rawBefore) {
        this.request = request;
        this.burst = burst;
        this.rawBefore = rawBefore;
    }

    /** Whether a part of the response has been sent. */
    boolean begun() {
        return begun;
    }

    /** Whether the application has probably answered without a responder. */
    boolean answeredRaw(long rawNow) {
        return rawNow != rawBefore && !begun;
    }

    /** Counts a part of the response. @return whether it is the last one, as far as one can tell */
    boolean sent(httpResponder part) {
        httpResponse response = part.getResponse();
        if (!begun) {
            begun = true;
            missing = response.toldLength() < 0 ? Long.MAX_VALUE : response.toldLength();
        }
        missing -= response.getPayload() == null ? 0 : response.getPayload().getSize();
        return missing <= 0;
    }

    boolean keepsAlive() {
        return request != null && request.keepsAlive();
    }

    /** Whether the client has to be told that the connection stays. */
    boolean mustPromise() {
        return request != null && request.getHttpVer() == httpRequest.HTTPVER_10 && request.keepsAlive();
    }
}
