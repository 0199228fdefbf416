// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Puts the page together: style, scripts, and data as compressed base64, so that nothing a recording holds can end
 * its element. A content security policy allows exactly these scripts, and no requests to anywhere but where the
 * page came from.
 */
public final class HtmlPage {
    private static final String D3 = "/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js";
    /** One scope, in this order: what is used at load time comes first. */
    private static final List<String> SCRIPTS = List.of("dom", "format", "colours", "decode", "aggregates", "entries",
            "dataset", "selection", "calltree", "call-paths", "drill-walk", "drill", "crosstalk-paths", "overview",
            "table", "tiers",
            "flame-layout", "flame-canvas", "flame", "graph-shares", "graph",
            "crosstalk", "wait-graph", "timeline", "compare",
            "main");

    private HtmlPage() {}

    /**
     * Writes the page.
     *
     * @param data what to show; null if the page is to fetch it from where it was served
     * @param baseline an earlier recording to compare with, or null
     */
    public static void write(OutputStream out, JsonObject data, JsonObject baseline) throws IOException {
        StringBuilder script = new StringBuilder("'use strict';\n(() => {\n");
        for (String name : SCRIPTS)
            script.append("// ").append(name).append(".js\n").append(resource("/whodunit/html/js/" + name + ".js"));
        script.append("})();\n");
        String d3 = resource(D3);
        String page = resource("/whodunit/html/page.html")
                .replace("/*POLICY*/", policy(data != null, d3, script.toString()))
                .replace("/*STYLE*/", resource("/whodunit/html/page.css"))
                .replace("/*D3*/", d3)
                .replace("/*SCRIPT*/", script);
        int gap = page.indexOf("/*DATA*/");
        out.write(page.substring(0, gap).getBytes(StandardCharsets.UTF_8));
        writeData(out, "data", data);
        writeData(out, "baseline", baseline);
        out.write(page.substring(gap + "/*DATA*/".length()).getBytes(StandardCharsets.UTF_8));
    }

    private static String policy(boolean selfContained, String... scripts) {
        StringBuilder allowed = new StringBuilder(
                "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
                        + "form-action 'none'; connect-src ")
                .append(selfContained ? "'none'" : "'self'").append("; script-src");
        for (String s : scripts)
            allowed.append(" 'sha256-").append(sha256(s)).append('\'');
        return allowed.toString();
    }

    private static String sha256(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    private static void writeData(OutputStream out, String id, JsonObject data) throws IOException {
        if (data == null)
            return;
        out.write(("<script id=\"" + id + "\" type=\"application/gzip\">").getBytes(StandardCharsets.UTF_8));
        out.write(Base64.getEncoder().encode(gzip(data)));
        out.write("</script>\n".getBytes(StandardCharsets.UTF_8));
    }

    /** The data as the page wants it, from its own element or from a server. */
    public static byte[] gzip(JsonElement data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer writer = new OutputStreamWriter(new GZIPOutputStream(bytes, 1 << 16), StandardCharsets.UTF_8)) {
            PageData.GSON.toJson(data, writer);
        }
        return bytes.toByteArray();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null)
                throw new IOException(name + " is missing in whodunit-cli.jar; build again");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
