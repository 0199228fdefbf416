// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;

/** 500: the server has failed. */
public class httpInternalServerErrorResponse extends httpResponse implements httpConst, QueueElementIF {
    public httpInternalServerErrorResponse(httpRequest request, String reason) {
        super(RESPONSE_INTERNAL_SERVER_ERROR, DEFAULT_MIME_TYPE, page(RESPONSE_INTERNAL_SERVER_ERROR, reason));
    }

    @Override
    protected String getEntityHeader() {
        return null;
    }
}
