// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Request line and headers. */
final class RequestHead {
    private static final Pattern BLANKS = Pattern.compile(" +");

    final int method;
    /** Path and query. */
    final String target;
    final int version;
    private final Map<String, String> headers = new LinkedHashMap<>();

    RequestHead(String line) throws BadRequest {
        String[] words = BLANKS.split(line.trim());
        if (words.length < 2 || words.length > 3)
            throw new BadRequest(400, "malformed request line");
        method = switch (words[0]) {
            case "GET" -> httpRequest.REQUEST_GET;
            case "POST" -> httpRequest.REQUEST_POST;
            default -> throw new BadRequest(501, "only GET and POST are served");
        };
        target = pathOf(words[1]);
        version = words.length == 2 ? httpRequest.HTTPVER_09 : switch (words[2]) {
            case "HTTP/1.0" -> httpRequest.HTTPVER_10;
            case "HTTP/1.1" -> httpRequest.HTTPVER_11;
            default -> throw new BadRequest(400, "unknown version of HTTP");
        };
    }

    /** A proxy's form of a target names the server too. */
    private static String pathOf(String target) throws BadRequest {
        if (target.startsWith("/"))
            return target;
        if (!target.regionMatches(true, 0, "http://", 0, 7))
            throw new BadRequest(400, "malformed URL");
        int slash = target.indexOf('/', 7);
        return slash < 0 ? "/" : target.substring(slash);
    }

    void add(String line) throws BadRequest {
        int colon = line.indexOf(':');
        if (colon <= 0 || line.charAt(0) <= ' ' || line.charAt(colon - 1) <= ' ')
            throw new BadRequest(400, "malformed header");
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT), value = line.substring(colon + 1).trim();
        String before = headers.put(name, value);
        if (before == null)
            return;
        if (name.equals("content-length") && !before.equals(value))
            throw new BadRequest(400, "two lengths");
        if (!name.equals("content-length"))
            headers.put(name, before + ", " + value);
    }

    String get(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    boolean isChunked() throws BadRequest {
        String coding = headers.get("transfer-encoding");
        if (coding == null)
            return false;
        if (headers.containsKey("content-length")) // who of two readers believes which is how requests are smuggled
            throw new BadRequest(400, "both a length and chunks");
        if (!coding.equalsIgnoreCase("chunked"))
            throw new BadRequest(501, "unknown transfer coding");
        return true;
    }

    /** @return 0 if there is no body */
    long contentLength() throws BadRequest {
        String length = headers.get("content-length");
        if (length == null)
            return 0;
        if (!length.matches("[0-9]{1,18}"))
            throw new BadRequest(400, "malformed length");
        return Long.parseLong(length);
    }

    /** Whether the client wants to go on using the connection after the response. */
    boolean keepsAlive() {
        String connection = headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT);
        return version == httpRequest.HTTPVER_11 ? !connection.contains("close")
                : version == httpRequest.HTTPVER_10 && connection.contains("keep-alive");
    }

    Map<String, String> headers() {
        return headers;
    }
}
