// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.harness.HttpConnection;

/**
 * One emulated browser's HTTP, over one connection: session cookie, checks of the page, and its images, each fetched
 * once per session.
 */
public final class Browser implements Closeable {
    private static final String HEADERS = "User-Agent: emulated browser\r\nAccept: */*\r\nConnection: keep-alive\r\n";
    private static final Pattern IMAGE = Pattern.compile("<img src=\"(images/[^\"]+)\"");

    private final String host;
    private final KeptConnection connection;
    private final Set<String> images = new HashSet<>();
    private String session;

    /** @param root such as http://127.0.0.1:8080 */
    public Browser(String root) {
        URI server = URI.create(root);
        host = server.getAuthority();
        connection = new KeptConnection(server.getHost(), server.getPort());
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

    /** HTTP that went through this browser so far, both ways, heads and bodies. */
    public long bytes() {
        return connection.bytes();
    }

    /** Nanoseconds from sending the last request until its reply was there. */
    long took() {
        return connection.took();
    }

    private byte[] fetch(String url) throws IOException {
        HttpConnection.Response reply = connection.get("GET " + url + " HTTP/1.1\r\n" + HEADERS
                + (session == null ? "" : "Cookie: " + session + "\r\n") + "Host: " + host + "\r\n\r\n");
        if (reply.status() != 200)
            throw new IOException("status " + reply.status() + " for " + url);
        String cookie = reply.header("Set-Cookie");
        if (cookie != null)
            session = cookie.split(";")[0];
        return reply.body();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
