// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;

/** 404: there is nothing of that name. */
public class httpNotFoundResponse extends httpResponse implements httpConst, QueueElementIF {
    public httpNotFoundResponse(httpRequest request, String reason) {
        super(RESPONSE_NOT_FOUND, DEFAULT_MIME_TYPE, page(RESPONSE_NOT_FOUND, reason));
    }

    @Override
    protected String getEntityHeader() {
        return null;
    }
}
