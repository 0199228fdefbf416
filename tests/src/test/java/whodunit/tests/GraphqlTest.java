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

/** GraphQL in Spring MVC with nothing but the agent: requests by route and operation, each counted once. */
class GraphqlTest {
    private static final int ROUNDS = 20;
    private static final String ROUTE = "POST /graphql";

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void requestsGoByTheirOperations() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.graphql.Shop",
                List.of("graphql"))) {
            ask(app, "{__typename}"); // by it the agent learns that the route has operations
            for (int i = 0; i < ROUNDS; i++) {
                ask(app, "query One{item(id:" + i + ")}");
                ask(app, "{report}");
                ask(app, "mutation{buy(id:" + i + ")}");
            }
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS,
                List.of(ROUTE + " Query.One", ROUTE + " Query.report", ROUTE + " Mutation.buy"));
        Attribution.areCounted(report, 1, List.of(ROUTE));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.inItem", ROUTE + " Query.One",
                "Shop.inReport", ROUTE + " Query.report", "Shop.inBuy", ROUTE + " Mutation.buy"));
    }

    private void ask(JavaApp app, String document) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(app.url() + "/graphql"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"query\":\"" + document + "\"}")).build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).contains("\"data\"").doesNotContain("errors");
    }
}
