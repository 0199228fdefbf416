// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import seda.sandStorm.core.BufferElement;

/** What a response sends, as an application that was written for the original expects it. */
class ResponseTest {
    /** As applications derive their own. */
    private static final class Own extends httpOKResponse {
        private static String lines;

        Own(BufferElement payload) {
            super("text/plain", payload);
        }

        @Override
        protected String getEntityHeader() {
            return lines;
        }
    }

    private static String sent(httpResponse response, boolean header) {
        return Arrays.stream(response.getBuffers(header))
                .map(b -> new String(b.data, b.offset, b.size, StandardCharsets.ISO_8859_1))
                .collect(Collectors.joining());
    }

    private static BufferElement bytes(String text) {
        return new BufferElement(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void theConstructorFixesTheLength() {
        httpOKResponse parts = new httpOKResponse("text/plain", null, 12);
        parts.setPayload(bytes("first,"));
        assertThat(sent(parts, true)).contains("\r\nContent-Length: 12\r\n").endsWith("\r\n\r\nfirst,");
        parts.setPayload(bytes("second"));
        assertThat(sent(parts, false)).isEqualTo("second");
        assertThat(sent(parts, true)).contains("\r\nContent-Length: 12\r\n");
    }

    @Test
    void aResponseWithoutPayloadGetsTheLengthOfItsFirst() {
        httpResponse bare = new httpResponse(httpResponse.RESPONSE_OK, "text/plain") {
            @Override
            protected String getEntityHeader() {
                return null;
            }
        };
        bare.setPayload(bytes("four"));
        assertThat(sent(bare, true)).contains("\r\nContent-Length: 4\r\n");
    }

    @Test
    void aSubclassAddsLinesToThoseOfEveryResponse() {
        Own.lines = "X-Own: 1\r\n";
        assertThat(sent(new Own(bytes("ab")), true)).startsWith("HTTP/1.1 200 ")
                .contains("\r\nContent-Type: text/plain\r\n", "\r\nContent-Length: 2\r\n")
                .endsWith("\r\nX-Own: 1\r\n\r\nab");
        Own.lines = null;
        assertThat(sent(new Own(bytes("ab")), true)).contains("\r\nContent-Length: 2\r\n").doesNotContain("null")
                .endsWith("\r\n\r\nab");
        assertThat(new httpOKResponse("text/plain", bytes("ab")).getEntityHeader()).isNull();
    }

    @Test
    void whatTheApplicationSaysOfTheConnectionStays() {
        Own.lines = "Connection: close\r\n";
        BufferElement header = new Own(bytes("ab")).getBuffers("Connection: keep-alive\r\n")[0];
        assertThat(new String(header.data, header.offset, header.size)).contains("Connection: close")
                .doesNotContain("keep-alive");
        Own.lines = null;
        header = new Own(bytes("ab")).getBuffers("Connection: keep-alive\r\n")[0];
        assertThat(new String(header.data, header.offset, header.size)).endsWith("\r\nConnection: keep-alive\r\n\r\n");
    }

    /** What follows may be without end; the application closes. */
    @Test
    void withoutPayloadAndLengthNoneIsTold() {
        assertThat(sent(new httpOKResponse(null, null, 0), true)).doesNotContain("Content-");
        assertThat(sent(new httpOKResponse("text/plain", bytes("")), true)).contains("Content-Length: 0\r\n");
    }

    @Test
    void aResponseThatMadeItsPayloadLeavesInOnePiece() {
        httpOKResponse made = new httpOKResponse("text/plain", 5);
        System.arraycopy("maker".getBytes(), 0, made.getPayload().data, made.getPayload().offset, 5);
        assertThat(made.getBuffers(true)).hasSize(1);
        assertThat(sent(made, true)).contains("Content-Length: 5\r\n").endsWith("\r\n\r\nmaker");
        assertThat(sent(made, false)).isEqualTo("maker");
    }
}
