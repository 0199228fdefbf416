// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.lib.http.httpOKResponse;
import seda.sandStorm.lib.http.httpRequest;
import seda.sandStorm.lib.http.httpResponder;

/** Answers from the cache, or leaves the request to the miss stage. */
final class CacheStage implements EventHandlerIF {
    static final String NAME = "CacheStage";

    private final PageCache pages;
    private SinkIF misses;

    CacheStage(PageCache pages) {
        this.pages = pages;
    }

    @Override
    public void init(ConfigDataIF config) throws Exception {
        misses = config.getManager().getStage(MissStage.NAME).getSink();
    }

    @Override
    public void handleEvent(QueueElementIF event) {
        httpRequest request = (httpRequest) event;
        httpOKResponse page = pages.get(request.getURL());
        if (page == null) {
            misses.enqueue_lossy(request);
            return;
        }
        Path.HIT.tag(request);
        request.getConnection().enqueue_lossy(new httpResponder(page, request));
    }

    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            handleEvent(event);
    }

    @Override
    public void destroy() {}
}
