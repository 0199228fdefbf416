// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;

/** 301: it has moved. */
public class httpRedirectResponse extends httpResponse implements httpConst, QueueElementIF {
    private final String location;

    public httpRedirectResponse(httpRequest request, String location) {
        super(RESPONSE_REDIRECT, DEFAULT_MIME_TYPE); // whose header is made when the location is known
        this.location = location.replaceAll("[\\r\\n]", ""); // it may come from a client, and must not end its line
        setPayload(page(RESPONSE_REDIRECT, "It is at " + location));
    }

    @Override
    protected String getEntityHeader() {
        return "Location: " + location + CRLF;
    }

    @Override
    public String toString() {
        return "httpRedirectResponse [" + location + "]";
    }
}
