// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** One visitor's HTTP: keeps cookies, takes compressed pages, follows no redirect by itself. */
final class Http {
    static {
        System.setProperty("http.maxConnections", "1000"); // kept alive, one per visitor
        System.setProperty("sun.net.http.retryPost", "false"); // each request is counted once
    }

    private final String root;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private Route route;

    /** An answer; `location` is null unless it redirects. */
    record Answer(int status, String location, String body) {
        /** @throws IOException if it is another */
        Answer expect(int expected, String within) throws IOException {
            if (status != expected || !(expected == 302 ? String.valueOf(location) : body).contains(within))
                throw new IOException("status %d, expected %d with '%s'; location %s: %s".formatted(status, expected,
                        within, location, body.substring(Math.max(0, body.length() - 300))));
            return this;
        }
    }

    /** @param root such as http://127.0.0.1:8080 */
    Http(String root) {
        this.root = root;
    }

    /** Names the requests to come for the servers, by `X-Route`. */
    void name(Route route) {
        this.route = route;
    }

    Answer get(String path) throws IOException {
        return answer(open(path));
    }

    /** Sends a form. */
    Answer post(String path, Map<String, String> form) throws IOException {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return post(path, "application/x-www-form-urlencoded", body, Map.of());
    }

    Answer post(String path, String type, String body, Map<String, String> headers) throws IOException {
        HttpURLConnection c = open(path);
        headers.forEach(c::setRequestProperty);
        c.setRequestProperty("Content-Type", type);
        c.setDoOutput(true);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        c.setFixedLengthStreamingMode(bytes.length);
        c.getOutputStream().write(bytes);
        return answer(c);
    }

    private HttpURLConnection open(String path) throws IOException {
        HttpURLConnection c = (HttpURLConnection) URI.create(root + path).toURL().openConnection();
        c.setInstanceFollowRedirects(false);
        c.setConnectTimeout(10_000);
        c.setReadTimeout(60_000);
        c.setRequestProperty("User-Agent", "emulated visitor");
        c.setRequestProperty("Accept", "*/*");
        c.setRequestProperty("Accept-Encoding", "gzip");
        c.setRequestProperty("X-Route", route.name());
        if (!cookies.isEmpty())
            c.setRequestProperty("Cookie", cookies.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue())
                    .collect(Collectors.joining("; ")));
        return c;
    }

    private Answer answer(HttpURLConnection c) throws IOException {
        int status = c.getResponseCode();
        for (int i = 0; c.getHeaderField(i) != null; i++)
            if ("Set-Cookie".equalsIgnoreCase(c.getHeaderFieldKey(i))) {
                String[] cookie = c.getHeaderField(i).split(";")[0].split("=", 2);
                cookies.put(cookie[0], cookie[1]);
            }
        return new Answer(status, c.getHeaderField("Location"), body(c, status));
    }

    private static String body(HttpURLConnection c, int status) throws IOException {
        try (InputStream in = status >= 400 ? c.getErrorStream() : c.getInputStream()) {
            if (in == null)
                return "";
            byte[] bytes = in.readAllBytes();
            if (!"gzip".equals(c.getContentEncoding()) || bytes.length == 0)
                return new String(bytes, StandardCharsets.UTF_8);
            try (InputStream plain = new GZIPInputStream(new java.io.ByteArrayInputStream(bytes))) {
                return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }
}
