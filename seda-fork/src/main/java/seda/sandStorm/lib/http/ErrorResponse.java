// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

/** The last response on a connection whose client has sent what cannot be answered. */
final class ErrorResponse extends httpResponse {
    ErrorResponse(BadRequest why) {
        super(why.code, DEFAULT_MIME_TYPE, page(why.code, why.getMessage()));
    }

    @Override
    protected String getEntityHeader() {
        return null;
    }
}
