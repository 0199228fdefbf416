// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import whodunit.tpcw.data.Scale;

class RequestsTest {
    private static final Scale SCALE = new Scale(100, 50, Map.of());

    @Test
    void aSeedGivesTheSameRequestsEveryTime() {
        assertThat(walk(3)).isEqualTo(walk(3)).isNotEqualTo(walk(4));
    }

    private static List<String> walk(long seed) {
        Random random = new Random(seed);
        Requests requests = new Requests(SCALE, random);
        Mix mix = new Mix("ordering");
        List<String> urls = new ArrayList<>();
        String at = "Home";
        for (int i = 0; i < 500; i++) {
            urls.add(requests.url(at));
            at = mix.next(at, random);
        }
        return urls;
    }

    @Test
    void booksAndCustomersAreThoseOfTheDatabaseAndAllOfThem() {
        Requests requests = new Requests(SCALE, new Random(1));
        Set<Integer> items = new TreeSet<>();
        Set<Integer> customers = new TreeSet<>();
        for (int i = 0; i < 5000; i++) {
            items.add(Integer.valueOf(requests.url("ProductDetail").replace("/ProductDetail?i_id=", "")));
            customers.add(Integer.valueOf(requests.url("OrderDisplay").replace("/OrderDisplay?uname=U", "")));
        }
        assertThat(items).hasSize(100).contains(1, 100);
        assertThat(customers).hasSize(50).contains(1, 50);
    }

    @Test
    void searchesAreByAuthorTitleAndSubjectAlike() {
        Requests requests = new Requests(SCALE, new Random(1));
        int[] count = new int[3];
        for (int i = 0; i < 3000; i++) {
            String url = requests.url("SearchResult");
            assertThat(url).matches("/SearchResult\\?type=(author|title|subject)&q=[A-Z-]+");
            count[url.contains("=author&") ? 0 : url.contains("=title&") ? 1 : 2]++;
        }
        assertThat(count[0]).isBetween(900, 1100);
        assertThat(count[1]).isBetween(900, 1100);
    }

    @Test
    void theCacheCanBeFilledWithEverySearchByAuthorOrTitle() {
        Requests requests = new Requests(SCALE, new Random(1));
        Set<String> all = Set.copyOf(Requests.authorsAndTitles(SCALE));
        for (int i = 0; i < 3000; i++) {
            String url = requests.url("SearchResult");
            if (!url.contains("=subject&"))
                assertThat(all).contains(url);
        }
    }
}
