package seda.sandStorm.lib.http;

import java.nio.charset.StandardCharsets;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/** A response. One may be sent to any number of clients, also at the same time. */
public abstract class httpResponse implements httpConst, QueueElementIF {
    public static final int RESPONSE_OK = 200;
    public static final int RESPONSE_REDIRECT = 301;
    public static final int RESPONSE_BAD_REQUEST = 400;
    public static final int RESPONSE_NOT_FOUND = 404;
    public static final int RESPONSE_INTERNAL_SERVER_ERROR = 500;
    public static final int RESPONSE_SERVICE_UNAVAILABLE = 503;

    public static final String DEFAULT_MIME_TYPE = "text/html";

    /** Bytes in front of a payload that was made here, for the header to be sent in one piece with it. */
    private static final int HEADER_ROOM = 512;

    protected int code;
    /** What every header holds besides. */
    protected static volatile String defaultHeader = "Server: Sandstorm" + CRLF;
    /** Header and payload in one piece, if the payload was made here. */
    protected BufferElement combinedData;
    protected BufferElement header;
    protected BufferElement payload;
    protected String contentType;
    /** Bytes of the whole content; the payload may be only its beginning. */
    protected int contentLength;
    private boolean roomForHeader;

    protected httpResponse(int code, String contentType, BufferElement payload) {
        this(code, contentType, payload, payload.getSize());
    }

    /** @param contentLength bytes of the whole content, of which the payload is the beginning */
    protected httpResponse(int code, String contentType, BufferElement payload, int contentLength) {
        this.code = code;
        this.contentType = contentType;
        this.payload = payload;
        this.contentLength = contentLength;
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
        this(code, contentType, new BufferElement(new byte[HEADER_ROOM + payloadSize], HEADER_ROOM, payloadSize, compQ),
                payloadSize);
        roomForHeader = true;
    }

    protected httpResponse(int code, String contentType, int payloadSize) {
        this(code, contentType, payloadSize, null);
    }

    /** The header's lines that describe the content, each with its end. */
    protected abstract String getEntityHeader();

    public synchronized void setPayload(BufferElement payload) {
        this.payload = payload;
        contentLength = payload.getSize();
        header = combinedData = null;
        roomForHeader = false;
    }

    public synchronized BufferElement getHeader() {
        if (header == null)
            header = new BufferElement(headerBytes(""));
        return header;
    }

    public synchronized BufferElement getPayload() {
        return payload;
    }

    /** For all responses that are made from now on. @param lines each with its end */
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
        if (roomForHeader && combinedData == null)
            combine();
        return combinedData != null ? new BufferElement[] {combinedData} : new BufferElement[] {getHeader(), payload};
    }

    /** As above, with one more line in the header. */
    synchronized BufferElement[] getBuffers(String line) {
        BufferElement special = new BufferElement(headerBytes(line));
        return payload == null ? new BufferElement[] {special} : new BufferElement[] {special, payload};
    }

    private void combine() {
        byte[] bytes = getHeader().data;
        if (bytes.length > payload.offset)
            return;
        int begin = payload.offset - bytes.length;
        System.arraycopy(bytes, 0, payload.data, begin, bytes.length);
        combinedData = new BufferElement(payload.data, begin, bytes.length + payload.size,
                payload.getCompletionQueue());
        combinedData.userTag = payload.userTag;
    }

    private byte[] headerBytes(String line) {
        return (HTTP_VERSION + " " + code + " " + reason(code) + CRLF + defaultHeader + line + getEntityHeader() + CRLF)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    final int contentLength() {
        return contentLength;
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

    /** The usual lines. */
    final String contentHeader() {
        return "Content-Type: " + contentType + CRLF + "Content-Length: " + contentLength + CRLF;
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
