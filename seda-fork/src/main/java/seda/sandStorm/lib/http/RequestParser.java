// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes requests of the bytes of one connection, however they are cut into packets. Each byte is looked at once, and a
 * client cannot make it keep more than a head and a body of the greatest allowed length. Used by one thread at a time.
 */
final class RequestParser {
    /** Request line and headers, in bytes. */
    static final int MAX_HEAD = 32 * 1024;
    static final int MAX_BODY = 1024 * 1024;

    private enum State { HEAD, BODY, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILER }

    private static final byte[] NOTHING = {};

    private State state = State.HEAD;
    /** Bytes from {@code begin} to {@code end} are not parsed; those before {@code scanned} hold no line feed. */
    private byte[] bytes = NOTHING;
    private int begin, end, scanned;
    private int headLength;
    private RequestHead head;
    /** Bytes of the body, or of the chunk, that are missing. */
    private int missing;
    private byte[] body;
    private int bodyLength;
    private boolean bodyAwaited;

    /** @param data kept, and not changed by the caller any more */
    void add(byte[] data, int offset, int length) {
        if (begin == end) {
            bytes = data;
            begin = scanned = offset;
            end = offset + length;
            return;
        }
        int rest = end - begin;
        if (bytes.length - end < length || begin > 0 && bytes.length > 2 * (rest + length)) {
            byte[] more = new byte[Math.max(2 * rest, rest + length)];
            System.arraycopy(bytes, begin, more, 0, rest);
            bytes = more;
            scanned -= begin;
            begin = 0;
            end = rest;
        }
        System.arraycopy(data, offset, bytes, end, length);
        end += length;
    }

    /** @return the next request; null if it has not arrived completely */
    httpRequest next(httpConnection connection) throws BadRequest {
        while (true)
            switch (state) {
                case HEAD -> {
                    if (!readHead())
                        return null;
                    if (state == State.HEAD)
                        return request(connection);
                }
                case BODY, CHUNK -> {
                    if (!readBody())
                        return null;
                    if (state == State.BODY)
                        return request(connection);
                    state = State.CHUNK_END;
                }
                case CHUNK_SIZE -> {
                    String line = line(MAX_HEAD);
                    if (line == null)
                        return null;
                    beginChunk(line);
                }
                case CHUNK_END -> {
                    String line = line(MAX_HEAD);
                    if (line == null)
                        return null;
                    if (!line.isEmpty())
                        throw new BadRequest(400, "malformed chunk");
                    state = State.CHUNK_SIZE;
                }
                case TRAILER -> {
                    String line = line(MAX_HEAD - headLength);
                    if (line == null)
                        return null;
                    if (line.isEmpty())
                        return request(connection);
                    headLength += line.length() + 2;
                }
            }
    }

    /** Whether a part of a request has arrived, and the rest is missing. */
    boolean isWithinRequest() {
        return begin < end || head != null;
    }

    /** The client waits to be told that it may send the body of its request. Asked once per request. */
    boolean bodyIsAwaited() {
        boolean awaited = bodyAwaited;
        bodyAwaited = false;
        return awaited;
    }

    /** @return whether the head is complete; then {@link #state} tells what follows */
    private boolean readHead() throws BadRequest {
        for (String line; (line = line(MAX_HEAD - headLength)) != null;) {
            headLength += line.length() + 2;
            if (head == null) {
                if (line.isEmpty())
                    continue; // some clients end a body with a line feed too many
                head = new RequestHead(line);
                if (head.version == httpRequest.HTTPVER_09)
                    return true;
            } else if (line.isEmpty()) {
                beginBody();
                return true;
            } else {
                head.add(line);
            }
        }
        return false;
    }

    private void beginBody() throws BadRequest {
        if (head.isChunked()) {
            state = State.CHUNK_SIZE;
            body = NOTHING;
        } else {
            long length = head.contentLength();
            if (length > MAX_BODY)
                throw new BadRequest(413, "the body is longer than " + MAX_BODY + " bytes");
            if (length > 0) {
                state = State.BODY;
                missing = (int) length;
                body = NOTHING;
            }
        }
        bodyAwaited = state != State.HEAD && begin == end && head.version == httpRequest.HTTPVER_11
                && "100-continue".equalsIgnoreCase(head.get("expect"));
    }

    private void beginChunk(String line) throws BadRequest {
        int semicolon = line.indexOf(';');
        String size = (semicolon < 0 ? line : line.substring(0, semicolon)).trim();
        if (!size.matches("[0-9a-fA-F]{1,8}"))
            throw new BadRequest(400, "malformed chunk");
        long length = Long.parseLong(size, 16);
        if (bodyLength + length > MAX_BODY)
            throw new BadRequest(413, "the body is longer than " + MAX_BODY + " bytes");
        missing = (int) length;
        state = length == 0 ? State.TRAILER : State.CHUNK;
    }

    /** @return whether the body, or the chunk, is complete */
    private boolean readBody() {
        int n = Math.min(missing, end - begin);
        if (body.length < bodyLength + n)
            body = Arrays.copyOf(body, Math.max(bodyLength + n, Math.min(2 * body.length, bodyLength + missing)));
        System.arraycopy(bytes, begin, body, bodyLength, n);
        begin += n;
        scanned = begin;
        bodyLength += n;
        missing -= n;
        return missing == 0;
    }

    /**
     * @param most bytes that it may have
     * @return the next line without its end; null if it has not arrived completely
     */
    private String line(int most) throws BadRequest {
        while (scanned < end && bytes[scanned] != '\n')
            scanned++;
        if (scanned - begin > most + 1)
            throw new BadRequest(431, "a line or the head is too long");
        if (scanned == end)
            return null;
        int length = scanned - begin;
        if (length > 0 && bytes[scanned - 1] == '\r')
            length--;
        String line = new String(bytes, begin, length, StandardCharsets.ISO_8859_1);
        begin = ++scanned;
        return line;
    }

    private httpRequest request(httpConnection connection) throws BadRequest {
        httpRequest request = new httpRequest(connection, head, body == null ? null : Arrays.copyOf(body, bodyLength));
        state = State.HEAD;
        head = null;
        body = null;
        headLength = bodyLength = 0;
        return request;
    }
}
