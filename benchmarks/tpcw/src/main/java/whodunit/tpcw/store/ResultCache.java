// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Lists that may be shown again for a time. Safe for many threads; two that miss at once both ask the database. */
final class ResultCache {
    static final long FOREVER = Long.MAX_VALUE;

    private record Result(List<Book> books, long read, long keptNanos) {}

    private final Map<String, Result> results = new ConcurrentHashMap<>();
    private final LongSupplier clock;

    /** @param clock nanoseconds, such as System::nanoTime */
    ResultCache(LongSupplier clock) {
        this.clock = clock;
    }

    /** @return null if there is none that is fresh */
    List<Book> get(String key) {
        Result r = results.get(key);
        return r != null && (r.keptNanos == FOREVER || clock.getAsLong() - r.read < r.keptNanos) ? r.books : null;
    }

    /** @param keptNanos how long it may be shown, or {@link #FOREVER} */
    void put(String key, List<Book> books, long keptNanos) {
        results.put(key, new Result(books, clock.getAsLong(), keptNanos));
    }
}
