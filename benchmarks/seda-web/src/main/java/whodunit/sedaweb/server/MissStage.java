// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.lib.aDisk.AFile;
import seda.sandStorm.lib.aDisk.AFileCompletion;
import seda.sandStorm.lib.aDisk.AFileIOCompleted;
import seda.sandStorm.lib.http.httpInternalServerErrorResponse;
import seda.sandStorm.lib.http.httpNotFoundResponse;
import seda.sandStorm.lib.http.httpOKResponse;
import seda.sandStorm.lib.http.httpRequest;
import seda.sandStorm.lib.http.httpResponder;
import seda.sandStorm.lib.http.httpResponse;

/** Reads what is not in the cache: each page once, however many wait for it. */
final class MissStage implements EventHandlerIF, SingleThreadedEventHandlerIF {
    static final String NAME = "MissStage";

    /** A page that is being read. */
    private record Reading(String url, httpOKResponse page, int size, List<httpRequest> waiting) {}

    private final java.nio.file.Path root;
    private final PageCache pages;
    private final Map<String, Reading> readings = new HashMap<>();
    private SinkIF self;

    MissStage(java.nio.file.Path root, PageCache pages) {
        this.root = root;
        this.pages = pages;
    }

    @Override
    public void init(ConfigDataIF config) {
        self = config.getStage().getSink();
    }

    @Override
    public void handleEvent(QueueElementIF event) {
        if (event instanceof httpRequest request)
            miss(request);
        else if (event instanceof AFileCompletion completion)
            read(completion);
    }

    private void miss(httpRequest request) {
        Path.MISS.tag(request);
        httpOKResponse meanwhile = pages.get(request.getURL());
        Reading running = readings.get(request.getURL());
        if (meanwhile != null)
            respond(meanwhile, request);
        else if (running != null)
            running.waiting.add(request);
        else
            open(request);
    }

    private void open(httpRequest request) {
        String url = request.getURL();
        try {
            AFile file = new AFile(root + url, self, false, true);
            int size = (int) file.stat().length;
            Reading reading = new Reading(url, new httpOKResponse(contentType(url), size), size,
                    new ArrayList<>(List.of(request)));
            reading.page.getPayload().userTag = reading;
            readings.put(url, reading);
            file.read(reading.page.getPayload());
            file.close();
        } catch (IOException e) {
            respond(new httpNotFoundResponse(request, url + " is not here."), request);
        } catch (SinkException e) {
            readings.remove(url);
            respond(new httpInternalServerErrorResponse(request, e.getMessage()), request);
        }
    }

    private void read(AFileCompletion completion) {
        Reading reading = (Reading) ((seda.sandStorm.lib.aDisk.AFileReadRequest) completion.getRequest())
                .getBuffer().userTag;
        if (readings.remove(reading.url) == null)
            return; // a file that ended early is told twice
        boolean complete = completion instanceof AFileIOCompleted done && done.sizeCompleted == reading.size;
        if (complete)
            pages.put(reading.url, reading.page);
        for (httpRequest request : reading.waiting)
            respond(complete ? reading.page
                    : new httpInternalServerErrorResponse(request, reading.url + " cannot be read."), request);
    }

    private static void respond(httpResponse response, httpRequest request) {
        request.getConnection().enqueue_lossy(new httpResponder(response, request));
    }

    private static String contentType(String url) {
        return url.endsWith(".html") ? "text/html" : url.endsWith(".txt") ? "text/plain" : "application/octet-stream";
    }

    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            handleEvent(event);
    }

    @Override
    public void destroy() {}
}
