// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.data.Words;

/** Draws the parameters of an interaction; the same for emulated browsers and for the oracle. */
public final class Requests {
    /** Different searches by title. */
    private static final int TITLES = 1000;

    private final Scale scale;
    private final Random random;

    public Requests(Scale scale, Random random) {
        this.scale = scale;
        this.random = random;
    }

    /** Path and query below the application's root. */
    public String url(String interaction) {
        return "/" + interaction + switch (interaction) {
            case "Home" -> "?c_id=" + customer() + "&i_id=" + item();
            case "NewProducts", "BestSellers" -> "?subject=" + Words.subject(random);
            case "ProductDetail", "AdminRequest", "ShoppingCart" -> "?i_id=" + item();
            case "SearchResult" -> search();
            case "BuyRequest", "OrderDisplay" -> "?uname=U" + customer();
            case "AdminConfirm" -> "?i_id=" + item() + "&cost=" + (100 + random.nextInt(9900));
            default -> "";
        };
    }

    private String search() {
        return switch (random.nextInt(3)) {
            case 0 -> author(1 + random.nextInt(authors(scale)));
            case 1 -> title(random.nextInt(TITLES));
            default -> "?type=subject&q=" + URLEncoder.encode(Words.subject(random), StandardCharsets.UTF_8);
        };
    }

    /** Different searches by author: one for ten books, as in the specification. */
    private static int authors(Scale scale) {
        return Math.max(1, scale.items() / 10);
    }

    private static String author(int number) {
        return "?type=author&q=" + Words.syllables(number, 3);
    }

    private static String title(int number) {
        return "?type=title&q=" + Words.syllables(number, 2);
    }

    /** Every search by author and by title that browsers can make. */
    public static List<String> authorsAndTitles(Scale scale) {
        return Stream.concat(IntStream.rangeClosed(1, authors(scale)).mapToObj(Requests::author),
                IntStream.range(0, TITLES).mapToObj(Requests::title)).map(query -> "/SearchResult" + query).toList();
    }

    private int item() {
        return 1 + random.nextInt(scale.items());
    }

    private int customer() {
        return 1 + random.nextInt(scale.customers());
    }
}
