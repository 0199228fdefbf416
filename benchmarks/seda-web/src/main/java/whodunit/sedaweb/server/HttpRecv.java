// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.lib.http.httpBadRequestResponse;
import seda.sandStorm.lib.http.httpRequest;
import seda.sandStorm.lib.http.httpResponder;

/** Receives requests: what makes no sense is refused here, the rest goes to the cache. */
final class HttpRecv implements EventHandlerIF {
    private SinkIF cache;

    @Override
    public void init(ConfigDataIF config) throws Exception {
        cache = config.getManager().getStage(CacheStage.NAME).getSink();
    }

    @Override
    public void handleEvent(QueueElementIF event) {
        if (!(event instanceof httpRequest request))
            return; // a connection came or went
        if (request.getRequest() == httpRequest.REQUEST_GET && !request.getURL().contains(".."))
            cache.enqueue_lossy(request);
        else
            request.getConnection().enqueue_lossy(new httpResponder(
                    new httpBadRequestResponse(request, "There are only files to GET here."), request));
    }

    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            handleEvent(event);
    }

    @Override
    public void destroy() {}
}
