package whodunit.tpcw.load;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.data.Words;

/** Draws the parameters of an interaction; the same for emulated browsers and for the oracle. */
public final class Requests {
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
            case 0 -> "?type=author&q=" + Words.syllables(1 + random.nextInt(scale.authors()), 3);
            case 1 -> "?type=title&q=" + Words.syllables(random.nextInt(1000), 2);
            default -> "?type=subject&q=" + URLEncoder.encode(Words.subject(random), StandardCharsets.UTF_8);
        };
    }

    private int item() {
        return 1 + random.nextInt(scale.items());
    }

    private int customer() {
        return 1 + random.nextInt(scale.customers());
    }
}
