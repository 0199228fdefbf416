// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.sandStorm.lib.http.httpRequest;

@Timeout(120)
class OverloadTest {
    @Test
    void requestsThatAreNotAdmittedAreAnswered503AndTheirConnectionEnds() throws Exception {
        try (Site site = new Site()) {
            site.admit(element -> !(element instanceof httpRequest));
            try (HttpTestClient client = site.connect()) {
                assertThat(client.exchange("GET /a HTTP/1.1\r\n\r\n")).startsWith("503 ");
                assertThat(client.rest()).isEmpty();
            }
            site.admit(null);
            try (HttpTestClient client = site.connect()) {
                assertThat(client.exchange("GET /a HTTP/1.1\r\n\r\n")).isEqualTo("200 GET /a");
            }
        }
    }

    @Test
    void connectionsThatAreNotAdmittedAreClosed() throws Exception {
        try (Site site = new Site()) {
            site.admit(element -> false);
            try (HttpTestClient client = site.connect()) {
                assertThat(client.rest()).isEmpty();
            }
        }
    }
}
