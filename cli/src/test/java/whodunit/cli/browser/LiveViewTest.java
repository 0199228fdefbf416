// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.cli.html.Walked;
import whodunit.cli.view.ViewServer;

/** {@code whodunit view}: the same page, live, for nobody but the one who has the address. */
class LiveViewTest {
    @Test
    void aSelectionIsAnsweredByTheServer() throws Exception {
        try (ViewServer server = new ViewServer(Pages.tiers(), Walked.NOTHING_ELSE, 0);
                Browser browser = new Browser()) {
            Tab tab = browser.open(1280, 900);
            tab.load(server.address());
            tab.await("document.getElementById('types') !== null");
            tab.click("#choose-tiers");
            tab.click("#choose-tiers label:nth-of-type(2) input");
            tab.await("!document.querySelector('.findings').innerText.includes('web')");
            assertThat(tab.text(".findings li")).contains("db's CPU: Best 60.0%");
            tab.click("#types tbody tr");
            tab.click("#tab-graph");
            tab.await("!document.getElementById('graph').textContent.includes('Home')");
            assertThat(tab.evaluate("document.getElementById('graph').textContent").getAsString()).contains("Best")
                    .contains("filesort");
            tab.click("#tab-flame");
            assertThat(tab.text("#flame-status")).isEqualTo("240 ms of CPU");
            assertThat(tab.errors).isEmpty();
            assertThat(tab.requests).anyMatch(r -> r.endsWith("graph?type=Best&tier=db"))
                    .allMatch(r -> r.startsWith(server.address()) || r.equals("about:blank"));
        }
    }

    @Test
    void onlyTheRightAddressIsAnswered() throws IOException {
        try (ViewServer server = new ViewServer(Pages.tiers(), Walked.NOTHING_ELSE, 0)) {
            URI address = URI.create(server.address());
            String host = "127.0.0.1:" + address.getPort();
            assertThat(status(address, host, "GET", address.getPath())).isEqualTo("200");
            assertThat(status(address, host, "GET", address.getPath() + "data")).isEqualTo("200");
            assertThat(status(address, host, "GET", "/")).isEqualTo("404");
            assertThat(status(address, host, "GET", "/data")).isEqualTo("404");
            assertThat(status(address, host, "GET", "/" + "0".repeat(32) + "/data")).isEqualTo("404");
            assertThat(status(address, host, "GET", address.getPath() + "../../etc/passwd")).isEqualTo("404");
            assertThat(status(address, "evil.example:" + address.getPort(), "GET", address.getPath())).isEqualTo("404");
            assertThat(status(address, host, "POST", address.getPath())).isEqualTo("404");
            assertThat(status(address, host, "GET", address.getPath() + "graph?what=ever")).isEqualTo("400");
            assertThat(status(address, host, "GET", address.getPath() + "findings?from=x")).isEqualTo("400");
        }
    }

    /** Of a few at once, of very many when their time is over. */
    @ParameterizedTest
    @CsvSource({"100, 0", "300, 8000"})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void connectionsWithoutARequestBlockNobody(int connections, long millis) throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (ViewServer server = new ViewServer(Pages.tiers(), Walked.NOTHING_ELSE, 0)) {
            URI address = URI.create(server.address());
            for (int i = 0; i < connections; i++) {
                silent.add(new Socket("127.0.0.1", address.getPort()));
                silent.get(i).getOutputStream().write('G');
            }
            Thread.sleep(millis);
            assertThat(status(address, "127.0.0.1:" + address.getPort(), "GET", address.getPath())).isEqualTo("200");
        } finally {
            for (Socket s : silent)
                s.close();
        }
    }

    private static String status(URI address, String host, String method, String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", address.getPort()); OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream()) {
            out.write((method + " " + path + " HTTP/1.1\r\nHost: " + host
                    + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(in.readNBytes(12), StandardCharsets.US_ASCII).substring(9);
        }
    }
}
