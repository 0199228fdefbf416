// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What a request says of its query and its class. */
class RequestTest {
    private static httpRequest request(String target, String... headers) throws BadRequest {
        StringBuilder text = new StringBuilder("GET " + target + " HTTP/1.1\r\n");
        for (String header : headers)
            text.append(header).append("\r\n");
        byte[] bytes = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        RequestParser parser = new RequestParser();
        parser.add(bytes, 0, bytes.length);
        return parser.next(null);
    }

    @Test
    void aKeyHasItsFirstValue() throws Exception {
        httpRequest request = request("/q?y=1&y=2&flag&a=1;b=2");
        assertThat(request.getURL()).isEqualTo("/q");
        assertThat(request.getQuery("y")).isEqualTo("1");
        assertThat(request.getQuerySet("y")).containsExactly("1", "2");
        assertThat(request.getQuery("flag")).isEqualTo("true").isEqualTo(httpRequest.QUERY_KEY_SET);
        assertThat(request.getQuery("a")).isEqualTo("1");
        assertThat(request.getQuery("b")).isEqualTo("2");
        assertThat(request.getQuery("none")).isNull();
        assertThat(Collections.list((java.util.Enumeration<?>) request.getQueryKeys()).toArray())
                .containsExactlyInAnyOrder("y", "flag", "a", "b");
    }

    @Test
    void withoutQueryThereAreNoKeys() throws Exception {
        httpRequest request = request("/q");
        assertThat(request.getQueryKeys()).isNull();
        assertThat(request.getQuery("y")).isNull();
        assertThat(request.getQuerySet("y")).isNull();
        assertThat(request("/q?").getQueryKeys()).isNotNull();
    }

    @Test
    void aHeaderNamesItsClass() throws Exception {
        assertThat(request("/").getRequestClass()).isEqualTo(-1);
        assertThat(request("/", "User-Class: 3").getRequestClass()).isEqualTo(3);
        assertThat(request("/", "User-Class: first").getRequestClass()).isEqualTo(-1);
        httpRequest set = request("/", "User-Class: 3");
        set.setRequestClass(5);
        assertThat(set.getRequestClass()).isEqualTo(5);
    }
}
