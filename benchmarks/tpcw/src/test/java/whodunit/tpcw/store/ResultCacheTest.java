// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ResultCacheTest {
    private static final List<Book> BOOKS = List.of(new Book(1, "OGAL", "RI SE"));

    private final AtomicLong now = new AtomicLong(-5);
    private final ResultCache cache = new ResultCache(now::get);

    @Test
    void aResultIsShownAsLongAsItMay() {
        assertThat(cache.get("ARTS")).isNull();
        cache.put("ARTS", BOOKS, 30);
        now.addAndGet(29);
        assertThat(cache.get("ARTS")).isEqualTo(BOOKS);
        now.addAndGet(1);
        assertThat(cache.get("ARTS")).isNull();
        cache.put("ARTS", List.of(), 30);
        assertThat(cache.get("ARTS")).isEmpty();
    }

    @Test
    void foreverHasNoEnd() {
        cache.put("author BA", BOOKS, ResultCache.FOREVER);
        now.set(Long.MAX_VALUE);
        assertThat(cache.get("author BA")).isEqualTo(BOOKS);
    }
}
