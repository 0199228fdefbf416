// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.sandStorm.lib.http.httpRequest;
import whodunit.agent.api.Whodunit;
import whodunit.seda.Contexts;
import whodunit.seda.stage.Waits;

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

    /**
     * A client that asks and asks does not fill the server's memory: the rest waits for answers, wherever they come
     * from, and is then the transaction's whose packets it came in.
     */
    @Test
    void whatTheApplicationHasNotComeToIsNotDelivered() throws Exception {
        int requests = 500;
        try (Site site = new Site(); HttpTestClient client = site.connect()) {
            client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests));
            Waits.until(() -> site.later.size() == 64);
            Thread.sleep(200);
            assertThat(site.later).hasSize(64);
            if (Contexts.ON)
                Whodunit.begin("whoever answers");
            for (int i = 0; i < requests; i++) {
                site.answer(site.later.take(), "reply " + i);
                assertThat(client.receive()).isEqualTo("200 reply " + i);
            }
            assertThat(site.contexts).hasSize(1);
        } finally {
            Contexts.set(0);
        }
    }
}
