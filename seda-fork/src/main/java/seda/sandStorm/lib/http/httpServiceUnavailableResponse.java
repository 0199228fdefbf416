// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;

/** 503: the server has too much to do. */
public class httpServiceUnavailableResponse extends httpResponse implements httpConst, QueueElementIF {
    public httpServiceUnavailableResponse(httpRequest request, String reason) {
        super(RESPONSE_SERVICE_UNAVAILABLE, DEFAULT_MIME_TYPE, page(RESPONSE_SERVICE_UNAVAILABLE, reason));
    }

    @Override
    protected String getEntityHeader() {
        return null;
    }
}
