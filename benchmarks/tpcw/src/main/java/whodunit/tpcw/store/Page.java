// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An HTML page. Its first and last line let a client tell a whole page of the right kind from anything else. */
final class Page {
    private final StringBuilder html = new StringBuilder(8192);
    private int items;

    Page(String interaction) {
        html.append("<!DOCTYPE html><!-- tpcw ").append(interaction).append(" -->\n<html><body><h1>")
                .append(interaction)
                .append("</h1><img src=\"images/banner.gif\" alt=\"\">\n");
    }

    Page line(String label, Object value) {
        html.append("<p>").append(label).append(": <b>").append(escape(String.valueOf(value))).append("</b></p>\n");
        return this;
    }

    /** A book with its thumbnail and a link to its page. */
    Page item(int id, String title, Object about) {
        items++;
        html.append("<div><img src=\"images/thumb_").append(id % 100)
                .append(".gif\" alt=\"\"><a href=\"ProductDetail?i_id=")
                .append(id).append("\">").append(escape(title)).append("</a> ").append(escape(String.valueOf(about)))
                .append("</div>\n");
        return this;
    }

    void send(HttpServletResponse response) throws IOException {
        html.append("<!-- items ").append(items).append(" -->\n</body></html><!-- end -->\n");
        byte[] bytes = html.toString().getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html; charset=utf-8");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
