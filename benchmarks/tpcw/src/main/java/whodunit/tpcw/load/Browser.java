// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One emulated browser's HTTP: session cookie, checks of the page, and its images, each fetched once per session. */
public final class Browser {
    /** Sent with every request, so that it is known how many bytes a request has. */
    private static final Map<String, String> HEADERS = Map.of("User-Agent", "emulated browser", "Accept", "*/*");
    private static final Pattern IMAGE = Pattern.compile("<img src=\"(images/[^\"]+)\"");

    static {
        System.setProperty("http.maxConnections", "2000"); // kept alive, one per emulated browser
    }

    private final String root;
    private final Set<String> images = new HashSet<>();
    private String session;
    private long bytes;

    /** @param root such as http://127.0.0.1:8080 */
    public Browser(String root) {
        this.root = root;
    }

    /**
     * Fetches a page.
     *
     * @return its body
     * @throws IOException if it is not the whole page of that interaction
     */
    public String page(String interaction, String url) throws IOException {
        String html = new String(fetch(url), StandardCharsets.UTF_8);
        if (!html.startsWith("<!DOCTYPE html><!-- tpcw " + interaction + " -->") || !html.endsWith("<!-- end -->\n"))
            throw new IOException("wrong page for " + url + ": " + html.substring(0, Math.min(200, html.length())));
        if ((interaction.equals("BestSellers") || interaction.equals("NewProducts")
                || interaction.equals("ProductDetail"))
                && html.contains("<!-- items 0 -->"))
            throw new IOException("page without books for " + url);
        return html;
    }

    /** Fetches those of the page's images that this session has not seen. */
    public void images(String html) throws IOException {
        Matcher m = IMAGE.matcher(html);
        while (m.find())
            if (images.add(m.group(1)))
                fetch("/" + m.group(1));
    }

    /** A new session, as after closing the browser. */
    public void forget() {
        session = null;
        images.clear();
    }

    /**
     * HTTP that went through this browser so far, both ways, heads and bodies, but for a blank that ends a status line;
     * replies must not be chunked.
     */
    public long bytes() {
        return bytes;
    }

    private byte[] fetch(String url) throws IOException {
        HttpURLConnection c = (HttpURLConnection) URI.create(root + url).toURL().openConnection();
        HEADERS.forEach(c::setRequestProperty);
        bytes += line("GET " + url + " HTTP/1.1") + header("Host", c.getURL().getAuthority())
                + header("Connection", "keep-alive") + line("");
        HEADERS.forEach((name, value) -> bytes += header(name, value));
        c.setConnectTimeout(10_000);
        c.setReadTimeout(60_000);
        if (session != null) {
            c.setRequestProperty("Cookie", session);
            bytes += header("Cookie", session);
        }
        if (c.getResponseCode() != 200)
            throw new IOException("status " + c.getResponseCode() + " for " + url);
        String cookie = c.getHeaderField("Set-Cookie");
        if (cookie != null)
            session = cookie.split(";")[0];
        for (int i = 0; c.getHeaderField(i) != null; i++)
            bytes += i == 0 ? line(c.getHeaderField(0)) : header(c.getHeaderFieldKey(i), c.getHeaderField(i));
        try (InputStream in = c.getInputStream()) {
            byte[] body = in.readAllBytes();
            bytes += line("") + body.length;
            return body;
        }
    }

    private static int line(String text) {
        return text.length() + 2;
    }

    private static int header(String name, String value) {
        return line(name + ": " + value);
    }
}
