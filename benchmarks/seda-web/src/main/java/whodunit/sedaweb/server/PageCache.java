// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import seda.sandStorm.lib.http.httpOKResponse;

/** The pages that were asked for last, as far as they fit. Thread-safe. */
final class PageCache {
    private final long capacity;
    private final Map<String, httpOKResponse> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long size;

    /** @param capacity bytes */
    PageCache(long capacity) {
        this.capacity = capacity;
    }

    /** @return null if it is not there */
    synchronized httpOKResponse get(String url) {
        return pages.get(url);
    }

    synchronized void put(String url, httpOKResponse page) {
        httpOKResponse before = pages.put(url, page);
        size += bytes(page) - (before == null ? 0 : bytes(before));
        for (Iterator<httpOKResponse> eldest = pages.values().iterator(); size > capacity && eldest.hasNext();) {
            size -= bytes(eldest.next());
            eldest.remove();
        }
    }

    private static long bytes(httpOKResponse page) {
        return page.getPayload().getSize();
    }
}
