// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/**
 * A response. One may be sent to any number of clients, also at the same time. Its header is made by the constructor,
 * which so asks a subclass for {@link #getEntityHeader} before the subclass's own constructor has run; only that of a
 * response without payload is made when it is first asked for.
 */
public abstract class httpResponse implements httpConst, QueueElementIF {
    public static final int RESPONSE_OK = 200;
    public static final int RESPONSE_REDIRECT = 301;
    public static final int RESPONSE_BAD_REQUEST = 400;
    public static final int RESPONSE_NOT_FOUND = 404;
    public static final int RESPONSE_INTERNAL_SERVER_ERROR = 500;
    public static final int RESPONSE_SERVICE_UNAVAILABLE = 503;

    public static final String DEFAULT_MIME_TYPE = "text/html";

    protected int code;
    /** What every header holds besides; may be null. */
    protected static volatile String defaultHeader = "Server: Sandstorm" + CRLF;
    /** Header and payload in one piece, if the payload was made here. */
    protected BufferElement combinedData;
    protected BufferElement header;
    protected BufferElement payload;
    /** Null: the header does not tell it. */
    protected String contentType;
    /** Bytes of the whole content if the header is still to be made; after that those of the last payload. */
    protected int contentLength;
    /** Bytes of the whole content, as the header tells them; -1: it does not. */
    private int told = -1;

    protected httpResponse(int code, String contentType, BufferElement payload) {
        this(code, contentType, payload, payload.getSize());
    }

    /**
     * @param payload       may be null, and be set later: part by part, if need be
     * @param contentLength bytes of the whole content, of which the payload is the beginning
     */
    protected httpResponse(int code, String contentType, BufferElement payload, int contentLength) {
        this(code, contentType);
        this.payload = payload;
        this.contentLength = contentLength;
        header = new BufferElement(headerBytes(knownLength()));
    }

    /** Without payload, until it is set. */
    protected httpResponse(int code, String contentType) {
        this.code = code;
        this.contentType = contentType;
    }

    /**
     * With a payload to be filled in.
     *
     * @param compQ where the SinkDrainedEvent goes when it has been sent; may be null
     */
    protected httpResponse(int code, String contentType, int payloadSize, SinkIF compQ) {
        this(code, contentType);
        contentLength = payloadSize;
        byte[] made = headerBytes(payloadSize);
        combinedData = new BufferElement(new byte[made.length + payloadSize], compQ);
        System.arraycopy(made, 0, combinedData.data, 0, made.length);
        header = new BufferElement(combinedData.data, 0, made.length);
        payload = new BufferElement(combinedData.data, made.length, payloadSize, compQ);
    }

    protected httpResponse(int code, String contentType, int payloadSize) {
        this(code, contentType, payloadSize, null);
    }

    /** The header's lines besides those that every response has, each with its end; may be null. */
    protected abstract String getEntityHeader();

    /**
     * The next part of the content, or all of it. A header that has been made goes on telling the length that it told.
     */
    public synchronized void setPayload(BufferElement payload) {
        this.payload = payload;
        contentLength = payload.getSize();
        combinedData = null;
    }

    public synchronized BufferElement getHeader() {
        if (header == null)
            header = new BufferElement(headerBytes(knownLength()));
        return header;
    }

    public synchronized BufferElement getPayload() {
        return payload;
    }

    /** For all responses that are made from now on. @param lines each with its end; may be null */
    public static void setDefaultHeader(String lines) {
        defaultHeader = lines;
    }

    public static String getDefaultHeader() {
        return defaultHeader;
    }

    /** What to send, in order. */
    public synchronized BufferElement[] getBuffers(boolean sendHeader) {
        if (payload == null)
            return sendHeader ? new BufferElement[] {getHeader()} : new BufferElement[0];
        if (!sendHeader)
            return new BufferElement[] {payload};
        return combinedData != null ? new BufferElement[] {combinedData} : new BufferElement[] {getHeader(), payload};
    }

    /** As above, with one more line in the header, unless it says something of the connection already. */
    synchronized BufferElement[] getBuffers(String line) {
        String made = new String(getHeader().data, header.offset, header.size, StandardCharsets.ISO_8859_1);
        if (made.toLowerCase(Locale.ROOT).contains("\nconnection:"))
            return getBuffers(true);
        BufferElement special = new BufferElement((made.substring(0, made.length() - CRLF.length()) + line + CRLF)
                .getBytes(StandardCharsets.ISO_8859_1));
        return payload == null ? new BufferElement[] {special} : new BufferElement[] {special, payload};
    }

    /** Bytes of the whole content, as the header tells them; -1: it does not, and only the application knows. */
    final synchronized int toldLength() {
        getHeader();
        return told;
    }

    /** A length of 0 without payload is none: what comes may be without end. */
    private int knownLength() {
        return contentLength != 0 || payload != null ? contentLength : -1;
    }

    /** @param length of the whole content; -1: unknown */
    private byte[] headerBytes(int length) {
        told = length;
        StringBuilder lines = new StringBuilder(160).append(HTTP_VERSION).append(' ').append(code).append(' ')
                .append(reason(code)).append(CRLF);
        if (defaultHeader != null)
            lines.append(defaultHeader);
        if (contentType != null)
            lines.append("Content-Type: ").append(contentType).append(CRLF);
        if (length >= 0)
            lines.append("Content-Length: ").append(length).append(CRLF);
        String more = getEntityHeader();
        if (more != null)
            lines.append(more);
        return lines.append(CRLF).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    static String reason(int code) {
        return switch (code) {
            case RESPONSE_OK -> "OK";
            case RESPONSE_REDIRECT -> "Moved Permanently";
            case RESPONSE_BAD_REQUEST -> "Bad Request";
            case RESPONSE_NOT_FOUND -> "Not Found";
            case 413 -> "Content Too Large";
            case 431 -> "Request Header Fields Too Large";
            case RESPONSE_INTERNAL_SERVER_ERROR -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case RESPONSE_SERVICE_UNAVAILABLE -> "Service Unavailable";
            default -> "Status " + code;
        };
    }

    /** A page that says why there is nothing else. */
    static BufferElement page(int code, String message) {
        String title = code + " " + reason(code);
        return new BufferElement(
                ("<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1><p>" + escaped(message)
                        + "</p></body></html>\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return text == null ? ""
                : text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
