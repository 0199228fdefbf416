// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

/**
 * A page in the browser. Whatever goes wrong in it is in {@link #errors}, whatever it requests in {@link #requests}.
 */
public final class Tab {
    // a loaded machine of two cores takes many seconds to start a page
    private static final long PATIENCE = 60_000_000_000L;

    private final Connection connection;
    private final String session;
    private final List<JsonObject> trace = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean traced;
    public final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    public final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    Tab(Connection connection, String session, int width, int height) {
        this.connection = connection;
        this.session = session;
        connection.listen(session, this::event);
        for (String domain : List.of("Page", "Runtime", "Log", "Network"))
            call(domain + ".enable", "{}");
        size(width, height);
    }

    private void event(JsonObject e) {
        JsonObject p = e.getAsJsonObject("params");
        switch (e.get("method").getAsString()) {
            case "Runtime.exceptionThrown" -> errors.add(p.toString());
            case "Runtime.consoleAPICalled" -> {
                if (p.get("type").getAsString().equals("error"))
                    errors.add(p.toString());
            }
            case "Log.entryAdded" -> {
                if (p.getAsJsonObject("entry").get("level").getAsString().equals("error"))
                    errors.add(p.toString());
            }
            case "Network.requestWillBeSent" -> requests.add(p.getAsJsonObject("request").get("url").getAsString());
            case "Tracing.dataCollected" -> p.getAsJsonArray("value").forEach(t -> trace.add(t.getAsJsonObject()));
            case "Tracing.tracingComplete" -> traced = true;
            default -> {}
        }
    }

    /** What the browser itself records while something happens: trace events of some categories. */
    List<JsonObject> trace(String categories, Runnable what) throws InterruptedException {
        trace.clear();
        traced = false;
        call("Tracing.start",
                "{\"transferMode\": \"ReportEvents\", \"traceConfig\": {\"includedCategories\": [\"%s\"], "
                        + "\"excludedCategories\": [\"*\"]}}"
                                .formatted(categories.replace(",", "\", \"")));
        what.run();
        call("Tracing.end", "{}");
        for (long started = System.nanoTime(); !traced; Thread.sleep(50))
            if (System.nanoTime() - started > PATIENCE)
                throw new IllegalStateException("the trace never ended");
        return List.copyOf(trace);
    }

    private JsonObject call(String method, String parameters) {
        return connection.call(session, method, JsonParser.parseString(parameters).getAsJsonObject());
    }

    void size(int width, int height) {
        call("Emulation.setDeviceMetricsOverride",
                "{\"width\": %d, \"height\": %d, \"deviceScaleFactor\": 1, \"mobile\": false}".formatted(width,
                        height));
    }

    /** @param scheme light or dark */
    public void colours(String scheme) {
        call("Emulation.setEmulatedMedia",
                "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"" + scheme + "\"}]}");
    }

    /** Loads a page of ours and waits until it is there. */
    public void load(String url) {
        navigate("about:blank"); // a change of the fragment alone would not load
        navigate(url);
        await("document.documentElement?.dataset.ready === 'true' || document.querySelector('[role=alert]') !== null");
    }

    void navigate(String url) {
        call("Page.navigate", "{\"url\": \"" + url + "\"}");
    }

    /** Waits until an expression is true. While a page is being loaded it may also fail, or lose its page. */
    public void await(String expression) {
        long started = System.nanoTime();
        Throwable last = null;
        do {
            try {
                if (evaluate("Boolean(" + expression + ")").getAsBoolean())
                    return;
            } catch (IllegalStateException | AssertionError e) {
                last = e;
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        } while (System.nanoTime() - started < PATIENCE);
        throw new AssertionError("never came true: " + expression + "\nerrors: " + errors + "\npage: " + text("body"),
                last);
    }

    /** The value of an expression, which must be a primitive. */
    public JsonElement evaluate(String expression) {
        JsonObject p = new JsonObject();
        p.addProperty("expression", expression);
        p.addProperty("returnByValue", true);
        p.addProperty("awaitPromise", true);
        JsonObject result = connection.call(session, "Runtime.evaluate", p);
        if (result.has("exceptionDetails"))
            throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
        return result.getAsJsonObject("result").get("value");
    }

    public String text(String selector) {
        JsonElement text = evaluate("document.querySelector('" + selector + "')?.innerText ?? ''");
        return text.getAsString();
    }

    public int count(String selector) {
        return evaluate("document.querySelectorAll('" + selector + "').length").getAsInt();
    }

    /** The cells of a table's body, as text. */
    public List<List<String>> rows(String table) {
        String cells = evaluate("JSON.stringify([...document.querySelectorAll('" + table
                + " tbody tr')].map(r => [...r.cells].map(c => c.innerText)))").getAsString();
        List<List<String>> rows = new ArrayList<>();
        for (JsonElement row : JsonParser.parseString(cells).getAsJsonArray())
            rows.add(row.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList());
        return rows;
    }

    /** Clicks with the mouse into the middle of an element. */
    public void click(String selector) {
        click(selector, "b.width / 2", "b.height / 2", 1);
    }

    /** Clicks at a point of an element; x and y are expressions over its box b. */
    public void click(String selector, String x, String y, int times) {
        String at = evaluate("(() => { const e = document.querySelector('" + selector
                + "'); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); "
                + "return JSON.stringify([b.x + " + x + ", b.y + " + y + "]); })()").getAsString();
        var point = JsonParser.parseString(at).getAsJsonArray();
        mouse("mouseMoved", point.get(0).getAsDouble(), point.get(1).getAsDouble(), 0);
        for (int i = 1; i <= times; i++) {
            mouse("mousePressed", point.get(0).getAsDouble(), point.get(1).getAsDouble(), i);
            mouse("mouseReleased", point.get(0).getAsDouble(), point.get(1).getAsDouble(), i);
        }
    }

    /** Drags over an element from one share of its width to another. */
    public void drag(String selector, double from, double to) {
        String box = evaluate("(() => { const b = document.querySelector('" + selector
                + "').getBoundingClientRect(); return JSON.stringify([b.x, b.y + b.height / 2, b.width]); })()")
                .getAsString();
        var b = JsonParser.parseString(box).getAsJsonArray();
        double x = b.get(0).getAsDouble(), y = b.get(1).getAsDouble(), width = b.get(2).getAsDouble();
        mouse("mouseMoved", x + from * width, y, 0);
        mouse("mousePressed", x + from * width, y, 1);
        for (int i = 1; i <= 5; i++)
            mouse("mouseMoved", x + (from + (to - from) * i / 5) * width, y, 1);
        mouse("mouseReleased", x + to * width, y, 1);
        // d3 takes no click of what ends a drag until a timer of 0 ms has run, and input comes before timers
        evaluate("new Promise(done => setTimeout(done, 0))");
    }

    private void mouse(String type, double x, double y, int clicks) {
        call("Input.dispatchMouseEvent",
                "{\"type\": \"%s\", \"x\": %s, \"y\": %s, \"button\": \"%s\", \"buttons\": %d, \"clickCount\": %d}"
                        .formatted(type, x, y, clicks > 0 ? "left" : "none",
                                clicks > 0 && !type.equals("mouseReleased") ? 1 : 0, clicks));
    }

    /** Presses a key; what the browser itself does on Tab, Enter and space, it does by their numbers. */
    void key(String key) {
        int number = switch (key) {
            case "Tab" -> 9;
            case "Enter" -> 13;
            case " " -> 32;
            default -> 0;
        };
        String text = key.equals("Enter") ? "\\r" : key.equals(" ") ? " " : "";
        for (String type : List.of("keyDown", "keyUp"))
            call("Input.dispatchKeyEvent", "{\"type\": \"%s\", \"key\": \"%s\", \"windowsVirtualKeyCode\": %d%s}"
                    .formatted(type, key, number, text.isEmpty() ? "" : ", \"text\": \"" + text + "\""));
        await("!document.querySelector('[aria-busy=true]')");
    }

    /** What a screen reader is told: role and name of all that is not left out, one a line. */
    String accessibility() {
        StringBuilder lines = new StringBuilder();
        for (JsonElement e : call("Accessibility.getFullAXTree", "{}").getAsJsonArray("nodes")) {
            JsonObject node = e.getAsJsonObject();
            if (!node.get("ignored").getAsBoolean())
                lines.append(value(node, "role")).append(": ").append(value(node, "name")).append('\n');
        }
        return lines.toString();
    }

    private static String value(JsonObject node, String what) {
        return node.has(what) && node.getAsJsonObject(what).has("value")
                ? node.getAsJsonObject(what).get("value").getAsString()
                : "";
    }

    /** Types into an element. */
    public void type(String selector, String text) {
        evaluate("document.querySelector('" + selector + "').focus()");
        JsonObject p = new JsonObject();
        p.addProperty("text", text);
        connection.call(session, "Input.insertText", p);
    }

    /** Chooses a file in a file input. */
    public void chooseFile(String selector, Path file) {
        int document = call("DOM.getDocument", "{}").getAsJsonObject("root").get("nodeId").getAsInt();
        int node = call("DOM.querySelector", "{\"nodeId\": " + document + ", \"selector\": \"" + selector + "\"}")
                .get("nodeId").getAsInt();
        call("DOM.setFileInputFiles", "{\"nodeId\": " + node + ", \"files\": [\"" + file + "\"]}");
    }

    void screenshot(Path file) throws IOException {
        String png = call("Page.captureScreenshot", "{\"format\": \"png\"}").get("data").getAsString();
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(png));
    }
}
