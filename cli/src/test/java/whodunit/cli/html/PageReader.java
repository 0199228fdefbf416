// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPInputStream;

/** Takes the data out of a page, as a browser would. */
public final class PageReader {
    private PageReader() {}

    public static JsonObject data(String page) throws IOException {
        String start = "<script id=\"data\" type=\"application/gzip\">";
        int from = page.indexOf(start) + start.length();
        return inflate(Base64.getDecoder().decode(page.substring(from, page.indexOf('<', from))));
    }

    static JsonObject inflate(byte[] gzip) throws IOException {
        return JsonParser
                .parseReader(new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(gzip)),
                        StandardCharsets.UTF_8))
                .getAsJsonObject();
    }
}
