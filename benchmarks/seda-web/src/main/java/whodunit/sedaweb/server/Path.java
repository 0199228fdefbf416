// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import seda.sandStorm.lib.http.httpRequest;

/** How a request was answered. The tag of the connection's socket says so until its next request, for the oracle. */
enum Path {
    HIT, MISS;

    void tag(httpRequest request) {
        request.getConnection().getConnection().userTag = this;
    }
}
