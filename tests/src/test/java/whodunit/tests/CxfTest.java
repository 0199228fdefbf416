// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Apache CXF with nothing but the agent: resources by their templates, SOAP by its operations. */
class CxfTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /services/api/items/{item}", PARTS = ITEM + "/parts";
    private static final String ORDERS = "POST /services/orders ";

    @TempDir
    Path directory;

    @Test
    void requestsGoByTheirResourcesAndOperations() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.cxf.Shop",
                List.of("cxf"))) {
            app.server.await(() -> app.status("GET", "/shop/services/orders?wsdl") == 200);
            app.load(ROUNDS, "GET", "/shop/services/api/items/#");
            app.load(ROUNDS, "GET", "/shop/services/api/items/#/parts");
            for (int i = 0; i < ROUNDS; i++) {
                call(app, "buy");
                call(app, "sell");
            }
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS,
                List.of(ITEM, PARTS, ORDERS + "buy", ORDERS + "sell"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop$Items.inItem", ITEM,
                "Shop$Items.inParts", PARTS, "Shop$Orders.inBuy", ORDERS + "buy", "Shop$Orders.inSell",
                ORDERS + "sell"));
    }

    private static void call(JavaApp app, String operation) throws Exception {
        String envelope = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><o:" + operation
                + " xmlns:o='urn:orders'/></e:Body></e:Envelope>";
        HttpRequest request = HttpRequest.newBuilder(URI.create(app.url() + "/shop/services/orders"))
                .header("Content-Type", "text/xml").POST(HttpRequest.BodyPublishers.ofString(envelope)).build();
        assertThat(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
    }
}
