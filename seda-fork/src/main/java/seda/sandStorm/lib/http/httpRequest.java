// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import seda.sandStorm.api.ClassQueueElementIF;
import seda.sandStorm.core.TimeStampedEvent;

/** A request. Its timestamp is when it had arrived completely. */
public class httpRequest extends TimeStampedEvent implements httpConst, ClassQueueElementIF {
    public static final int REQUEST_GET = 0;
    public static final int REQUEST_POST = 1;

    public static final int HTTPVER_09 = 0;
    public static final int HTTPVER_10 = 1;
    public static final int HTTPVER_11 = 2;

    /** The value of a key that stands in the query without one. */
    public static final String QUERY_KEY_SET = "true";

    private final httpConnection connection;
    private final RequestHead head;
    private final byte[] body;
    private final String url;
    /** Null until it is asked for; empty as well if there is no query. */
    private Map<String, List<String>> query;
    private boolean hasQuery;
    private Integer requestClass;

    /** @param body null if there is none */
    httpRequest(httpConnection connection, RequestHead head, byte[] body) {
        this.connection = connection;
        this.head = head;
        this.body = body;
        int questionMark = head.target.indexOf('?');
        url = questionMark < 0 ? head.target : head.target.substring(0, questionMark);
        timestamp = System.currentTimeMillis();
    }

    /** {@link #REQUEST_GET} or {@link #REQUEST_POST}. */
    public int getRequest() {
        return head.method;
    }

    /** The path, as it was sent: not decoded, without query. */
    public String getURL() {
        return url;
    }

    /** {@link #HTTPVER_09}, {@link #HTTPVER_10} or {@link #HTTPVER_11}. */
    public int getHttpVer() {
        return head.version;
    }

    public httpConnection getConnection() {
        return connection;
    }

    /**
     * @param name in any case
     * @return null if there is none; those of the same name are joined by commas
     */
    public String getHeader(String name) {
        return head.get(name);
    }

    /** Keys of the URL's query and of a form that was posted; null if there is neither. */
    public Enumeration getQueryKeys() {
        Map<String, List<String>> keys = query();
        return hasQuery ? Collections.enumeration(keys.keySet()) : null;
    }

    /** @return the first value; null if the key is not there */
    public String getQuery(String key) {
        List<String> values = query().get(key);
        return values == null ? null : values.get(0);
    }

    /** @return null if the key is not there */
    public String[] getQuerySet(String key) {
        List<String> values = query().get(key);
        return values == null ? null : values.toArray(new String[0]);
    }

    private synchronized Map<String, List<String>> query() {
        if (query == null) {
            query = new LinkedHashMap<>();
            int questionMark = head.target.indexOf('?');
            hasQuery = questionMark >= 0;
            if (hasQuery)
                addQuery(head.target.substring(questionMark + 1));
            String type = head.get("content-type");
            if (body != null && type != null
                    && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")) {
                hasQuery = true;
                addQuery(new String(body, StandardCharsets.ISO_8859_1).trim());
            }
        }
        return query;
    }

    private void addQuery(String text) {
        for (String pair : text.split("[&;]")) {
            int equals = pair.indexOf('=');
            String key = decode(equals < 0 ? pair : pair.substring(0, equals));
            if (!key.isEmpty())
                query.computeIfAbsent(key, k -> new ArrayList<>(1))
                        .add(equals < 0 ? QUERY_KEY_SET : decode(pair.substring(equals + 1)));
        }
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) { // a percent sign that begins nothing
            return text;
        }
    }

    /** Whether the client understands headers: all but those of HTTP/0.9 do. */
    public boolean headerNeeded() {
        return head.version != HTTPVER_09;
    }

    /** Whether the client wants to go on using the connection. */
    boolean keepsAlive() {
        return head.keepsAlive();
    }

    @Override
    public String toString() {
        return "httpRequest [" + (head.method == REQUEST_GET ? "GET " : "POST ") + head.target + " " + head.headers()
                + "]";
    }

    /** What was set, else what the header User-Class says; -1 if that is no number. */
    @Override
    public synchronized int getRequestClass() {
        if (requestClass == null)
            requestClass = classOf(head.get("user-class"));
        return requestClass;
    }

    private static int classOf(String text) {
        try {
            return text == null ? -1 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public synchronized void setRequestClass(int requestClass) {
        this.requestClass = requestClass;
    }
}
