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

    /** What {@link #getQuery} says of a key with several values. */
    public static final String QUERY_KEY_SET = "httpRequest.QUERY_KEY_SET";

    private final httpConnection connection;
    private final RequestHead head;
    private final byte[] body;
    private final String url;
    private Map<String, List<String>> query;
    private int requestClass = -1;

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

    /** Keys of the URL's query and of a form that was posted. */
    public Enumeration getQueryKeys() {
        return Collections.enumeration(query().keySet());
    }

    /** @return null if the key is not there; {@link #QUERY_KEY_SET} if {@link #getQuerySet} has several values */
    public String getQuery(String key) {
        List<String> values = query().get(key);
        return values == null ? null : values.size() == 1 ? values.get(0) : QUERY_KEY_SET;
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
            if (questionMark >= 0)
                addQuery(head.target.substring(questionMark + 1));
            String type = head.get("content-type");
            if (body != null && type != null
                    && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded"))
                addQuery(new String(body, StandardCharsets.ISO_8859_1).trim());
        }
        return query;
    }

    private void addQuery(String text) {
        for (String pair : text.split("&")) {
            int equals = pair.indexOf('=');
            String key = decode(equals < 0 ? pair : pair.substring(0, equals));
            if (!key.isEmpty())
                query.computeIfAbsent(key, k -> new ArrayList<>(1))
                        .add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
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

    /** -1 unless it was set. */
    @Override
    public int getRequestClass() {
        return requestClass;
    }

    @Override
    public void setRequestClass(int requestClass) {
        this.requestClass = requestClass;
    }
}
