package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How fast the page of a large recording is: a measurement, not a test, so that it runs only when asked for, by
 * {@code benchmarks/scale/page}. Times are the browser's own.
 */
@EnabledIfSystemProperty(named = "whodunit.large", matches = ".+")
class LargePageTest {
    /** Moves, zooms or types once per frame for two seconds; tells the frames per second and the longest frame. */
    private static final String FRAMES = """
            new Promise(done => {
              const start = performance.now(), gaps = [];
              let last = start, i = 0;
              const step = now => {
                gaps.push(now - last);
                last = now;
                if (now - start > 2000) return done(JSON.stringify([1000 * gaps.length / (now - start), Math.max(...gaps)]));
                (%s)(i++);
                requestAnimationFrame(step);
              };
              requestAnimationFrame(step);
            })
            """;
    private static final String CANVAS = "const c = document.getElementById('flame-canvas'), b = c.getBoundingClientRect(); ";

    @Test
    void measure() throws Exception {
        Path page = Path.of(System.getProperty("whodunit.large"));
        System.out.printf("page %.2f MB%n", Files.size(page) / 1e6);
        try (Browser browser = new Browser()) {
            Tab tab = browser.open(1280, 900);
            tab.load(page.toUri() + "#view=overview");
            System.out.printf("first view after %.0f ms%n", tab.evaluate("performance.getEntriesByName(\"shown\")[0].startTime").getAsDouble());
            for (String view : new String[] {"flame", "timeline", "graph", "overview"}) {
                double ms = tab.evaluate("(() => { const t = performance.now(); document.getElementById('tab-" + view
                        + "').click(); document.body.getBoundingClientRect(); return performance.now() - t; })()").getAsDouble();
                System.out.printf("switching to %s %.0f ms%n", view, ms);
            }
            tab.click("#tab-flame");
            frames(tab, "moving the pointer", "i => { " + CANVAS + "c.dispatchEvent(new MouseEvent('mousemove', {clientX: b.x + i * 7 % b.width, clientY: b.y + i * 11 % 400})); }");
            frames(tab, "zooming in and out", "i => { " + CANVAS
                    + "if (i % 2) c.dispatchEvent(new MouseEvent('click', {clientX: b.x + 40 + i * 13 % 600, clientY: b.y + 18 * (2 + i % 5) + 4})); else document.getElementById('flame-reset').click(); }");
            frames(tab, "moving by keys", "i => { " + CANVAS + "c.dispatchEvent(new KeyboardEvent('keydown', {key: ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp'][i % 4]})); }");
            frames(tab, "typing a search", "i => { const s = document.getElementById('flame-search'); s.value = 'evaluate_leaf_1'.slice(0, 1 + i % 15); s.dispatchEvent(new Event('input')); }");
            assertThat(tab.errors).isEmpty();
        }
    }

    private static void frames(Tab tab, String what, String step) {
        var result = JsonParser.parseString(tab.evaluate(FRAMES.formatted(step)).getAsString()).getAsJsonArray();
        System.out.printf("%s: %.0f frames/s, longest frame %.0f ms%n", what, result.get(0).getAsDouble(), result.get(1).getAsDouble());
    }
}
