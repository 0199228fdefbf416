// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How fast the page of a large recording is: a measurement, not a test, so that it runs only when asked for, by
 * {@code benchmarks/scale/page}. Frames are those of the browser's own trace. The last line is all of it as JSON.
 */
@EnabledIfSystemProperty(named = "whodunit.large", matches = ".+")
class LargePageTest {
    /** Does something once per frame for three seconds. */
    private static final String EACH_FRAME = """
            new Promise(done => {
              const c = document.getElementById('flame-canvas'), start = performance.now();
              let i = 0;
              const step = now => {
                if (now - start > 3000) return done(i);
                const b = c.getBoundingClientRect();
                const event = (Type, name, x, y) =>
                  c.dispatchEvent(new Type(name, {clientX: b.x + x, clientY: b.y + y}));
                (%s)(i++, b, event, c);
                requestAnimationFrame(step);
              };
              requestAnimationFrame(step);
            })
            """;

    private final Map<String, Object> results = new LinkedHashMap<>();

    @Test
    void measure() throws Exception {
        Path page = Path.of(System.getProperty("whodunit.large"));
        say("size", "page %.2f MB", Files.size(page) / 1e6);
        try (Browser browser = new Browser()) {
            Tab tab = browser.open(1280, 900);
            tab.load(page.toUri() + "#view=overview");
            tab.await("performance.getEntriesByName(\"first-contentful-paint\").length > 0");
            for (String mark : new String[] {"first-contentful-paint", "shown"})
                say(mark, mark + " after %.0f ms",
                        tab.evaluate("performance.getEntriesByName(\"" + mark + "\")[0].startTime").getAsDouble());
            for (String view : new String[] {"flame", "timeline", "graph", "overview"})
                say("switch-" + view, "switching to " + view + " %.0f ms",
                        tab.evaluate("(() => { const t = performance.now(); document.getElementById('tab-" + view
                                + "').click(); document.body.getBoundingClientRect(); "
                                + "return performance.now() - t; })()")
                                .getAsDouble());
            tab.click("#tab-flame");
            frames(tab, "hover", "(i, b, event) => event(MouseEvent, 'mousemove', i * 7 % b.width, i * 11 % 400)");
            frames(tab, "zoom",
                    "(i, b, event) => { if (i % 2) event(MouseEvent, 'click', 40 + i * 13 % 600, 18 * (2 + i % 5) + "
                            + "4); else document.getElementById('flame-reset').click(); }");
            frames(tab, "keys",
                    "(i, b, event, c) => c.dispatchEvent(new KeyboardEvent('keydown', {key: ['ArrowDown', "
                            + "'ArrowRight', 'ArrowDown', 'ArrowUp'][i % 4]}))");
            frames(tab, "search",
                    "i => { const s = document.getElementById('flame-search'); s.value = 'evaluate_leaf_1'.slice(0, 1 "
                            + "+ i % 15); s.dispatchEvent(new Event('input')); }");
            tab.size(1280, 300);
            frames(tab, "scroll", "i => scrollTo(0, i % 100 < 50 ? i % 100 * 4 : (100 - i % 100) * 4)");
            assertThat(tab.errors).isEmpty();
        }
        System.out.println(new Gson().toJson(results));
    }

    private void say(String key, String sentence, double value) {
        results.put(key, value);
        System.out.printf(sentence + "%n", value);
    }

    private void frames(Tab tab, String what, String step) throws InterruptedException {
        FrameRate r = FrameRate.of(tab.trace(FrameRate.CATEGORY, () -> tab.evaluate(EACH_FRAME.formatted(step))));
        results.put(what, r);
        System.out.printf("%s: %.0f frames/s (median of %d), 5th percentile %.0f, longest frame %.0f ms%n", what,
                r.median(), r.frames(), r.low(), r.longest());
    }
}
