// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.IOException;
import java.util.Random;
import whodunit.tpcw.data.Scale;

/** One emulated browser's way through the mix, a page at a time. */
public final class Walk {
    private static final String START = "Home";
    /** The specification's mean length of a session is 15 minutes; ours is shorter, as our runs are. */
    private static final int INTERACTIONS_PER_SESSION = 60;

    final Browser browser;
    private final Requests requests;
    private final Mix mix;
    final Random random;
    private String interaction = START;

    /** @param random draws parameters and ways: the same walk for the same seed */
    public Walk(String root, Scale scale, Mix mix, Random random) {
        this.browser = new Browser(root);
        this.requests = new Requests(scale, random);
        this.mix = mix;
        this.random = random;
    }

    /** For a browser of its own: neighbouring seeds themselves would draw nearly the same first numbers. */
    public static Random random(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /** Whose page comes next. */
    public String interaction() {
        return interaction;
    }

    /**
     * Fetches the page of {@link #interaction}, without its images.
     *
     * @throws IOException if it is not the whole page
     */
    public String page() throws IOException {
        return browser.page(interaction, requests.url(interaction));
    }

    /** Fetches the images of a page that the browser does not have yet. */
    public void images(String html) throws IOException {
        browser.images(html);
    }

    /** Goes on to the mix's next interaction, now and then in a new session. */
    public void next() {
        if (random.nextInt(INTERACTIONS_PER_SESSION) == 0) {
            browser.forget();
            interaction = START;
        } else {
            interaction = mix.next(interaction, random);
        }
    }
}
