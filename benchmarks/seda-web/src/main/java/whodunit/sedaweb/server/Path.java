package whodunit.sedaweb.server;

import seda.sandStorm.lib.http.httpRequest;

/** How a request was answered. The connection's tag says so until its next request, for the oracle. */
enum Path {
    HIT, MISS;

    void tag(httpRequest request) {
        request.getConnection().userTag = this;
    }
}
