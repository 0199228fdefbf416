// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;

/** 400: the client has sent something that makes no sense. */
public class httpBadRequestResponse extends httpResponse implements httpConst, QueueElementIF {
    public httpBadRequestResponse(httpRequest request, String reason) {
        super(RESPONSE_BAD_REQUEST, DEFAULT_MIME_TYPE, page(RESPONSE_BAD_REQUEST, reason));
    }

    @Override
    protected String getEntityHeader() {
        return null;
    }
}
